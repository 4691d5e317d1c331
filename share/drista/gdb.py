"""
gdb's commands for a saved execution: `drista replay --gdb` loads this file into gdb (src/cli/gdb.ts).

A run that follows the saved decisions is the same each time. So gdb goes back by starting the program anew and stopping
earlier: at an event, at the previous hit of a breakpoint, at the previous line. An event is a call of dr_happened in
drista's runtime (runtime/core/internal.h), which has no debug information: arguments are read from registers.

A moment between two events is recognised by what the thread's registers, its stack and the program's data hold: were
all of them the same twice with no event in between, the thread would go round for ever.
"""

import contextlib
import json
import os
import re
import zlib

import gdb

# struct dr_event (runtime/core/protocol.h)
KIND, SIZE, OBJECT, READ = 0, 12, 16, 24
BEGIN, STORE, RMW, PLAIN_WRITE = 1, 7, 8, 11

REGISTERS = ("rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp") + tuple("r%d" % i for i in range(8, 16))
PAGE = 4096
MOST_STACK, MOST_DATA = 16 * PAGE, 2048 * PAGE

NO_SYMBOLS = "gdb does not find the events: was the program stripped of its symbols?"

WATCHES = (gdb.BP_WATCHPOINT, gdb.BP_HARDWARE_WATCHPOINT, gdb.BP_READ_WATCHPOINT, gdb.BP_ACCESS_WATCHPOINT)


def newest():
    return gdb.newest_frame()


def register(frame, name):
    return int(frame.read_register(name)) & (2**64 - 1)


def address_of(symbol):
    return int(gdb.parse_and_eval("(unsigned long)&" + symbol))


def memory(address, most):
    """What is readable from the address on, up to so many bytes."""
    inferior, found, end = gdb.selected_inferior(), b"", address + most
    with contextlib.suppress(gdb.MemoryError):
        return bytes(inferior.read_memory(address, most))
    while address < end:
        size = min(PAGE - address % PAGE, end - address)
        try:
            found += bytes(inferior.read_memory(address, size))
        except gdb.MemoryError:
            break
        address += size
    return found


def own_breakpoints():
    """Those of the user."""
    return [b for b in gdb.breakpoints() if b.is_valid() and b.number > 0]


def flush():
    for stream in (gdb.STDOUT, gdb.STDERR):
        gdb.flush(stream)


@contextlib.contextmanager
def silence():
    """Without what gdb says of stops, none of which it leaves out or hands over. A program that it starts is silent."""
    flush()
    kept = [os.dup(file) for file in (1, 2)]
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for file in (1, 2):
        os.dup2(nowhere, file)
    os.close(nowhere)
    try:
        yield
    finally:
        flush()
        for file, old in zip((1, 2), kept):
            os.dup2(old, file)
            os.close(old)


class Happened:
    """An event of a run: the thread's nth one, from 1."""

    def __init__(self, thread, nth, start):
        self.thread, self.nth = thread, nth
        self.kind = start[KIND]
        self.size = int.from_bytes(start[SIZE : SIZE + 4], "little")
        self.object = int.from_bytes(start[OBJECT : OBJECT + 8], "little")

    @property
    def name(self):
        return (self.thread, self.nth)

    def is_on(self, address, size):
        return self.object < address + size and address < self.object + self.size


class Moment:
    """Where a run stands: how many events it has begun, and the state of the running thread."""

    def __init__(self, n, at_event):
        frame = newest()
        self.n, self.at_event = n, at_event
        self.pc, self.sp = frame.pc(), register(frame, "rsp")
        self.stack = Moment.stack_size(frame, self.sp)
        self.registers = [register(frame, name) for name in REGISTERS]
        self.memory = self.sum_of_memory()

    @staticmethod
    def stack_size(frame, sp):
        """Of the program's frames. Below them are addresses that libc has mixed with a random number."""
        top, is_inside = sp, False
        while frame is not None and top - sp < MOST_STACK:
            runtime = session.in_runtime(frame)
            if runtime and is_inside:
                break
            is_inside = is_inside or not runtime
            frame = frame.older()
            top = register(frame, "rsp") if frame is not None else top
        return min(top - sp, MOST_STACK)

    def sum_of_memory(self):
        total = zlib.crc32(memory(self.sp, self.stack))
        for start, size in Moment.data():
            total = zlib.crc32(memory(start, min(size, MOST_DATA)), total)
        return total

    @staticmethod
    def data():
        """The writable data of the program, not of the runtime and of libraries: start and size of each part."""
        sections = gdb.execute("info files", to_string=True)
        parts = re.findall(r"^\s*0x(\w+) - 0x(\w+) is \.t?(?:data|bss)$", sections, re.M)
        return [(int(start, 16), int(end, 16) - int(start, 16)) for start, end in parts]

    def is_now(self, n, exactly):
        frame = newest()
        if self.n != n or frame.pc() != self.pc or register(frame, "rsp") != self.sp:
            return False
        if self.at_event or not exactly:
            return True
        same = all(register(frame, name) == value for name, value in zip(REGISTERS, self.registers))
        return same and self.sum_of_memory() == self.memory


class EventStop(gdb.Breakpoint):
    """At each event; stops at those that are wanted."""

    def stop(self):
        return session.happens()


class ErrorStop(gdb.Breakpoint):
    """An error may come before the schedule's end is noticed."""

    def stop(self):
        return not session.busy


class PlaceStop(gdb.Breakpoint):
    """At an address, when the condition holds."""

    def __init__(self, address, condition):
        super().__init__("*%d" % address, internal=True)
        self.condition_holds = condition
        self.silent = True

    def stop(self):
        return self.condition_holds()


@contextlib.contextmanager
def placed(address, condition=lambda: True):
    place = PlaceStop(address, condition)
    try:
        yield place
    finally:
        place.delete()


class Session:
    """The execution, and where its present run stands."""

    def __init__(self, saved):
        self.saved = saved
        moment = saved.get("moment")
        self.moment = moment and (moment["thread"], moment["event"])
        self.order = []  # the events of the run, in order, as far as they are known
        self.at = {}  # by name: the place in that order, from 1
        self.counts = {}  # by thread
        self.numbers = {}  # by name: the place in the report, from 1
        self.names = [None]  # by the place in the report
        counts = {}
        for number, event in enumerate(saved["events"], 1):
            thread = event["thread"]
            counts[thread] = counts.get(thread, 0) + 1
            self.numbers[thread, counts[thread]] = number
            self.names.append((thread, counts[thread]))
        self.pid = self.n = self.event_pc = 0
        self.busy = False  # does drista move the program?
        self.mine = []  # the breakpoints of the user that are enabled when it does not
        self.target = None  # the event to stop at: its place in the order, or its name
        self.last = None  # gdb's description of the last stop
        self.text = None  # of the runtime: start and end
        self.running = None  # the address of dr_self
        self.places = {}  # by number of a watchpoint: type and address of what it watches
        gdb.events.stop.connect(self.stopped)
        gdb.events.exited.connect(self.exited)
        gdb.events.breakpoint_created.connect(self.created)
        with silence(): # the library that has them may not be loaded yet
            self.events = EventStop("dr_happened", internal=True)
            self.errors = ErrorStop("dr_error", internal=True)
        self.events.silent = self.errors.silent = True

    # What gdb calls

    def happens(self):
        pid = gdb.selected_inferior().pid
        if pid != self.pid:
            self.pid, self.n, self.text, self.running = pid, 0, None, None
        self.n += 1
        if self.n > len(self.order):
            self.learn()
        self.event_pc = newest().pc()
        event = self.order[self.n - 1]
        return self.target in (self.n, event.name) or (not self.busy and event.name == self.moment)

    def learn(self):
        thread = self.thread()
        self.counts[thread] = self.counts.get(thread, 0) + 1
        event = Happened(thread, self.counts[thread], memory(register(newest(), "rdi"), READ))
        self.order.append(event)
        self.at[event.name] = self.n

    def stopped(self, event):
        self.last = event
        if not self.busy:
            self.show(self.in_runtime(newest()))

    def exited(self, event):
        self.last = event

    def created(self, breakpoint):
        if breakpoint.type not in WATCHES or breakpoint.number <= 0:
            return
        with contextlib.suppress(gdb.error, RuntimeError):
            place = gdb.parse_and_eval("&(%s)" % breakpoint.expression)
            self.places[breakpoint.number] = (str(place.type), int(place))

    # Where the run stands

    def is_alive(self):
        return gdb.selected_inferior().pid != 0

    def at_event(self):
        return self.is_alive() and self.n > 0 and newest().pc() == self.event_pc

    def now(self):
        """None: the program has ended, or has not begun."""
        return Moment(self.n, self.at_event()) if self.is_alive() else None

    def thread(self):
        """dr_self->number, with which the struct begins. gdb takes milliseconds to look the name up."""
        if self.running is None:
            self.running = address_of("dr_self")
        thread = int.from_bytes(memory(self.running, 8), "little")
        return int.from_bytes(memory(thread, 2), "little")

    def in_runtime(self, frame):
        """The runtime's code lies between two symbols of the linker, except the function in which a thread begins."""
        try:
            if self.text is None:
                self.text = address_of("__start_drista_text"), address_of("__stop_drista_text")
        except gdb.error:
            return False  # the symbols were stripped
        return self.text[0] <= frame.pc() < self.text[1] or frame.name() == "dr_switch_first"

    def program_frame(self):
        """The innermost frame of the program; None: there is none."""
        frame = newest()
        while frame is not None and self.in_runtime(frame):
            frame = frame.older()
        return frame

    def show(self, with_frame=True):
        """Says at which event the run stands, and selects the program's frame, and prints that."""
        with contextlib.suppress(gdb.error):
            if self.at_event():
                print(self.described(self.order[self.n - 1].name))
            if self.is_at_end():
                print(self.saved["error"])
            frame = self.program_frame()
            if frame is not None:
                frame.select()
                if with_frame:
                    gdb.execute("frame")
            elif self.at_event(): # a thread begins or ends
                print(self.place(self.numbers.get(self.order[self.n - 1].name)))

    def place(self, number):
        event = self.saved["events"][number - 1] if number else {}
        if not event.get("file"):
            return ""
        return "  at " + event["file"] + (":%d" % event["line"] if event["line"] else "")

    def is_at_end(self):
        """Is this where the execution goes wrong, or where the saved decisions end?"""
        if isinstance(self.last, gdb.SignalEvent):
            return self.last.stop_signal == "SIGTRAP"
        if isinstance(self.last, gdb.BreakpointEvent) and self.errors in self.last.breakpoints:
            return True
        return self.at_event() and self.order[self.n - 1].name == self.moment

    def title(self, thread):
        titles = self.saved["threads"]
        return titles[thread] if thread < len(titles) else "thread %d" % thread

    def described(self, name):
        number = self.numbers.get(name)
        if number is None:
            return "Event %d.%d of %s, which was not saved" % (*name, self.title(name[0]))
        return "Event %d (%d.%d) of %s: %s" % (
            number, *name, self.title(name[0]), self.saved["events"][number - 1]["operation"])

    # Moving the program

    @contextlib.contextmanager
    def moving(self):
        """Without the user's breakpoints, and without a stop where the decisions end."""
        gdb.execute("handle SIGTRAP nostop noprint", to_string=True)
        self.mine = [b for b in own_breakpoints() if b.enabled]
        self.set_enabled(self.mine, False)
        self.busy = True
        try:
            yield
        finally:
            self.busy, self.target = False, None
            self.set_enabled(self.mine, True)
            gdb.execute("handle SIGTRAP stop print", to_string=True)

    @staticmethod
    def set_enabled(breakpoints, enabled):
        for b in breakpoints:
            if b.is_valid():
                b.enabled = enabled

    def resume(self, command="continue"):
        self.last = None
        with silence():
            gdb.execute(command)
        if isinstance(self.last, gdb.SignalEvent) and self.last.stop_signal == "SIGINT":
            raise gdb.GdbError("drista: interrupted; `drista-end` goes to the error")

    def restart(self):
        """To the first event of a new run. What the program prints was shown already."""
        watches = {b.number for b in own_breakpoints() if b.type in WATCHES}
        self.target = 1
        self.resume("run")
        if not self.is_alive() or self.n != 1:
            raise gdb.GdbError("drista: " + NO_SYMBOLS)
        for number in sorted(watches - {b.number for b in own_breakpoints()}):
            self.watch_place(number)

    def watch_place(self, number):
        """gdb forgets watchpoints on local variables in a new run; their places on the stack are the same."""
        if number not in self.places:
            print("Watchpoint %d is gone: where it watched is not known" % number)
            return
        kind, address = self.places[number]
        print("Watchpoint %d was on a local variable; from now on:" % number)
        watch = gdb.Breakpoint("*(%s) %#x" % (kind, address), gdb.BP_WATCHPOINT, gdb.WP_WRITE)
        watch.enabled = False
        self.mine.append(watch)

    def go(self, target):
        """To the event: its place in the order of the run, or its name. Returns whether there is one."""
        target = self.at.get(target, target)
        if not self.is_alive() or not isinstance(target, int) or target <= self.n:
            self.restart()
        while self.is_alive() and not (self.at_event() and target in (self.n, self.order[self.n - 1].name)):
            self.target = target
            self.resume()
        return self.is_alive()

    def reaches(self, here, exactly, resume, visit):
        """
        Goes on until `here` (None: the program's end), and visits each stop before it. `resume` takes a function that
        says whether the run is there, or has come too far. Returns whether it was reached.
        """
        self.target = here and (here.n if here.at_event else here.n + 1)

        def is_over():
            return here is not None and (self.n > here.n or here.is_now(self.n, exactly))

        with contextlib.ExitStack() as places:
            if here is not None and not here.at_event:
                places.enter_context(placed(here.pc, lambda: here.is_now(self.n, exactly)))
            while self.is_alive() and not is_over():
                visit()
                resume(is_over)
        return here is None or (self.is_alive() and self.n == here.n)

    def walk(self, begin, here, resume, visit):
        """
        Visits the stops from where `begin` leads until `here`. Where memory is never the same again (it holds the
        number of a process, say), the place has to do.
        """
        for exactly in (True, False):
            begin()
            if self.reaches(here, exactly, resume, visit):
                return

    def back_to_hit(self, here, arm):
        """
        To the last stop before `here` by one of the breakpoints that `arm` returns, which is called in the first event
        of a run. Returns whether there was one; else the run stands in that event.
        """
        numbers, times = set(), 0

        def begin():
            nonlocal numbers, times
            self.set_enabled(self.mine, False) # watchpoints compare with what memory holds when they are enabled
            self.restart()
            numbers, times = {b.number for b in arm()}, 0

        def is_hit():
            stopped = isinstance(self.last, gdb.BreakpointEvent)
            return stopped and any(b.number in numbers for b in self.last.breakpoints)

        def visit():
            nonlocal times
            times += is_hit()

        self.walk(begin, here, lambda is_over: self.resume(), visit)
        wanted = times
        begin()
        while times < wanted and self.is_alive():
            self.resume()
            visit()
        return wanted > 0

    def return_to(self, here):
        if here is not None:
            self.walk(lambda: self.go(max(here.n, 1)), here, lambda is_over: self.resume(), lambda: None)
            frame = self.program_frame()
            if frame is not None:
                frame.select()

    def leave_runtime(self, is_over=lambda: False):
        """To the program, if the thread is in the runtime, and may come back from there."""
        frame = self.program_frame()
        if frame == newest() or (frame is None and not self.begins()):
            return
        with self.way_out() as is_out:
            while self.is_alive() and not is_out() and not is_over():
                self.resume()

    def begins(self):
        return self.at_event() and self.order[self.n - 1].kind == BEGIN

    def finish_event(self):
        """Before gdb steps: in the runtime there are no lines."""
        if not self.is_alive() or not self.in_runtime(newest()):
            return
        if self.program_frame() is None and not self.begins():
            return
        with self.way_out() as is_out:
            gdb.execute("continue")
            if not self.is_alive() or not is_out():
                raise gdb.GdbError("drista: stopped before the event was over")

    @contextlib.contextmanager
    def way_out(self):
        """A place where the thread is out of the runtime, before it does anything else."""
        frame = self.program_frame()
        if frame is None:
            address, sp = self.order[self.n - 1].object, None # it begins
        else:
            address, sp = frame.pc(), register(frame, "rsp")

        def is_out():
            return newest().pc() == address and (sp is None or register(newest(), "rsp") == sp)

        with placed(address, is_out):
            yield is_out

    def depth(self):
        """Where the program's frame lies on the stack, which grows down."""
        frame = self.program_frame()
        older = frame and frame.older()
        return register(older, "rsp") if older is not None and older.is_valid() else 2**64

    def back_to_line(self, here, thread, command, fits):
        """
        To the last line of the thread before `here` whose depth fits, going by `command`. Returns whether there is one;
        else the run stands anywhere.
        """
        steps, found = 0, None

        def visit():
            nonlocal found, steps
            place = gdb.find_pc_line(newest().pc())
            if place.symtab is not None and place.pc == newest().pc() and fits(self.depth()):
                found = steps
            steps += 1

        def begin():
            nonlocal found, steps
            steps, found = 0, None
            self.go(start)
            self.leave_runtime()

        def go_on(is_over):
            self.resume(command)
            if self.is_alive() and not is_over():
                self.leave_runtime(is_over)

        for start in range(here.n, 0, -1):
            if self.order[start - 1].thread != thread or (start == here.n and here.at_event):
                continue
            self.walk(begin, here, go_on, visit)
            if found is not None:
                wanted = found
                begin()
                for _ in range(wanted):
                    go_on(lambda: False)
                return True
        return False

    # What the commands do

    def stop_at(self, target, failure):
        """Goes to the event, or says why that is not possible, and stays."""
        with self.moving():
            here = self.now()
            reached = self.go(target)
            if not reached:
                self.return_to(here)
        if not reached:
            raise gdb.GdbError("drista: " + failure)
        self.show()

    def name_of(self, text):
        """The event that the text names: N or THREAD.N."""
        parts = text.split(".")
        if not text or len(parts) > 2 or not all(part.isdecimal() for part in parts):
            raise gdb.GdbError("drista: name an event by its number, or as THREAD.NUMBER: drista-events lists them")
        if len(parts) == 2:
            return (int(parts[0]), int(parts[1]))
        number = int(text)
        if not 0 < number < len(self.names):
            raise gdb.GdbError("drista: the execution has the events 1 to %d" % (len(self.names) - 1))
        return self.names[number]

    def to_event(self, text):
        name = self.name_of(text)
        number = self.numbers.get(name)
        if number is not None and self.saved["events"][number - 1].get("pending"):
            raise gdb.GdbError("drista: event %d does not happen: its thread waits before it" % number)
        self.stop_at(name, "the execution has no such event")

    def to_next(self):
        self.stop_at(self.n + 1 if self.is_alive() else 1, "no event follows")

    def to_previous(self):
        last = self.n - 1 if self.at_event() else self.n if self.is_alive() else len(self.order)
        if last == 0:
            raise gdb.GdbError("drista: no event comes before")
        self.stop_at(last, "the execution has no such event")

    def to_end(self):
        with self.moving():
            self.restart()
        enabled = [b for b in own_breakpoints() if b.enabled]
        self.set_enabled(enabled, False)
        try:
            gdb.execute("continue")
        finally:
            self.set_enabled(enabled, True)

    def reverse_continue(self):
        with self.moving():

            def arm():
                lasting = [b for b in self.mine if b.is_valid() and not b.temporary]
                self.set_enabled(lasting, True)
                return lasting

            hit = self.back_to_hit(self.now(), arm)
            last = self.last
        if not hit:
            print("No breakpoint or watchpoint comes before: this is the beginning.")
        else:
            for b in last.breakpoints:
                if b.number > 0:
                    kind = "Watchpoint" if b.type in WATCHES else "Breakpoint"
                    print("%s %d, %s" % (kind, b.number, b.expression or b.location))
        self.show()

    def reverse_line(self, command, choose):
        if not self.is_alive():
            raise gdb.GdbError("The program is not being run.")
        with self.moving():
            here, depth = self.now(), self.depth()
            found = self.back_to_line(here, self.thread(), command, lambda d: choose(d, depth))
            if not found:
                self.return_to(here)
        if not found:
            raise gdb.GdbError("drista: the thread has no such line before")
        self.show()

    def to_origin(self, text):
        if not self.is_alive():
            raise gdb.GdbError("The program is not being run.")
        event = self.order[self.n - 1] if self.at_event() else None
        number = event and self.numbers.get(event.name)
        source = self.saved["events"][number - 1]["source"] if number else -2
        if not text:
            if source < -1:
                raise gdb.GdbError("drista: this is no read: name what was written, as in drista-origin x")
            return self.to_source(source)
        value = gdb.parse_and_eval(text)
        if value.address is None:
            raise gdb.GdbError("drista: `%s` has no place in memory" % text)
        address, size = int(value.address), max(value.type.sizeof, 1)
        if source >= -1 and event.is_on(address, size):
            return self.to_source(source)
        before = self.order[: self.n - 1 if event else self.n]
        for written in reversed(before):
            if self.writes(written) and written.is_on(address, size):
                print("The last event that wrote `%s`:" % text)
                return self.stop_at(written.name, "the execution has no such event")
        return self.to_change(text, "*(%s) %#x" % (value.address.type, address))

    def to_source(self, source):
        if source == -1:
            print("It reads the initial value: no event wrote that.")
        else:
            print("It reads from:")
            self.stop_at(self.names[source + 1], "the execution has no such event")

    def writes(self, event):
        number = self.numbers.get(event.name)
        known = self.saved["events"][number - 1].get("writes") if number else None
        return event.kind in (STORE, RMW, PLAIN_WRITE) and known is not False

    def to_change(self, text, place):
        """Data whose accesses are no events: memory shows when it changes."""
        watch = None

        def arm():
            nonlocal watch
            if watch is not None:
                watch.delete()
            watch = gdb.Breakpoint(place, gdb.BP_WATCHPOINT, gdb.WP_WRITE, internal=True)
            return [watch]

        with self.moving():
            here = self.now()
            try:
                found = self.back_to_hit(here, arm)
            finally:
                if watch is not None:
                    watch.delete()
            if not found:
                self.return_to(here)
        if not found:
            print("Nothing has changed `%s` since the run began." % text)
        else:
            nth = sum(event.thread == self.thread() for event in self.order[: self.n])
            print("`%s` was last changed by %s, after its event %d.%d:" % (
                text, self.title(self.thread()), self.thread(), nth))
        self.show()

    def list_events(self):
        current = self.order[self.n - 1].name if self.is_alive() and self.n > 0 else None
        events = enumerate(self.saved["events"], 1)
        for number, event in sorted(events, key=lambda e: self.at.get(self.names[e[0]], len(self.order) + 1)):
            name = self.names[number]
            mark = "=>" if name == current else "> " if event["wrong"] else "  "
            source = event["source"]
            read = "" if source < -1 else "  <- initial value" if source < 0 else "  <- event %d" % (source + 1)
            print("%s %d (%d.%d) %s: %s%s%s" % (
                mark, number, *name, self.title(name[0]), event["operation"], read, self.place(number)))


class Command(gdb.Command):
    """A command of gdb. Those that gdb has already are replaced."""

    def __init__(self, name, text, action, takes=None, is_short=True):
        self.__doc__ = text
        self.action, self.takes, self.is_short = action, takes, is_short
        super().__init__(name, gdb.COMMAND_RUNNING, gdb.COMPLETE_EXPRESSION if takes else gdb.COMPLETE_NONE)

    def invoke(self, argument, from_tty):
        self.dont_repeat()
        if argument and self.takes is None:
            raise gdb.GdbError("drista: this command takes no argument")
        pages = gdb.parameter("pagination")
        if self.is_short: # gdb would count lines that nobody sees, and wait for the reader
            gdb.execute("set pagination off")
        try:
            self.action(*([argument.strip()] if self.takes else []))
        except gdb.error as error:
            raise gdb.GdbError(str(error)) from None
        finally:
            gdb.execute("set pagination " + ("on" if pages else "off"))


def make_commands(s):
    Command("drista-events", "List the events of the saved execution.", s.list_events, is_short=False)
    Command("drista-event", "Go to an event: its number, or THREAD.NUMBER.", s.to_event, "N")
    Command("drista-next", "Go to the next event, of whatever thread.", s.to_next)
    Command("drista-back", "Go back to the event before, of whatever thread.", s.to_previous)
    Command("drista-end", "Go to where the execution goes wrong, where gdb stood at first.", s.to_end)
    Command("drista-origin", "Go to the write that a read has its value from. With an EXPRESSION that this event does "
            "not read: to the last write to it before this moment.", s.to_origin, "EXPRESSION")
    for prefix in ("drista-reverse-", "reverse-"):
        Command(prefix + "continue", "Go back to the previous stop by a breakpoint or watchpoint, or to the beginning.",
                s.reverse_continue)
        Command(prefix + "step", "Go back to the thread's previous source line.",
                lambda: s.reverse_line("step", lambda depth, here: True))
        Command(prefix + "next", "Go back to the previous source line of this function, or of its caller.",
                lambda: s.reverse_line("step", lambda depth, here: depth >= here))
        Command(prefix + "finish", "Go back to the line that calls this function.",
                lambda: s.reverse_line("step", lambda depth, here: depth > here))


def drista_begin(file):
    """Starts the run. It stops where the execution goes wrong."""
    global session
    with open(file) as saved:
        session = Session(json.load(saved))
    make_commands(session)
    for command in ("step", "next"):
        gdb.execute("define hook-%s\npython session.finish_event()\nend" % command)
    gdb.execute("run")
    if session.n == 0:
        print("drista: " + NO_SYMBOLS)
