// Frames over a socket: { u32 length of the body, u16 type, u16 processor, body }, never waiting beyond a deadline.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

using Deadline = std::chrono::steady_clock::time_point;

// A time-out in milliseconds, at most a day, from now on.
Deadline deadline_after(double milliseconds);

// Writes the processor into a frame's header (runtime/core/protocol.h).
void set_processor(uint8_t *frame, size_t size, uint16_t processor);

// Sends all bytes. Throws Failure EOF or TIMEOUT.
void send_all(int socket, const uint8_t *bytes, size_t size, Deadline deadline);

// Receives one frame, header included, into the buffer (which is reused, and grows). Returns its size.
// Throws Failure EOF, TIMEOUT, or PROTOCOL when the length cannot be right or more than one frame came.
// While `held` is true (null: never), no time passes.
size_t receive_frame(int socket, std::vector<uint8_t> &buffer, Deadline deadline, const std::atomic<bool> *held);
