/*
 * Frames between the server and the scheduler (protocol.h). Only the server's process reads and writes them. Where the
 * scheduler has closed its end of the socket, each of these functions ends the process.
 */
#ifndef DRISTA_FRAMES_H
#define DRISTA_FRAMES_H

#include <stdint.h>
#include <sys/uio.h>

/* Once, before the first frame: the socket. */
void dr_frames_open(int socket);
/* Waits for the next frame. Returns the length of its body and sets *type. A frame longer than the protocol allows is
 * fatal. */
uint32_t dr_frame_read(uint32_t *type);
/* The body of the frame that was read last. The process of a run reads it too, since it is in shared memory. */
const uint8_t *dr_frame_body(void);
/* Sends the parts, one frame in all, its header among them. Changes the parts. */
void dr_frame_write(struct iovec *part, int parts);
/* Gives back the memory of the frame that was read last, which may be large: every run would have it mapped too. */
void dr_frames_release(void);

#endif
