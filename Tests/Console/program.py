"""A program that a test starts, and what the program says."""

import re
import subprocess
import threading


class Program:
    """A running program. Standard output and standard error are read together, line by line."""

    def __init__(self, command, stdin=subprocess.DEVNULL):
        self.process = subprocess.Popen(command, stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
        self.lines = []
        self.changed = threading.Condition()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def wait_for(self, pattern, time_limit=60):
        """The match of a pattern in the first line that has one. Fails if the program ends without one, or after `time_limit` seconds."""
        def found():
            return next((match for line in self.lines if (match := re.search(pattern, line))), None)
        with self.changed:
            self.changed.wait_for(lambda: found() or not self.reader.is_alive() or self.is_over, time_limit)
            match = found()
        if not match:
            raise AssertionError(f"{self.process.args[0]} does not say {pattern!r}, but: {''.join(self.lines)}")
        return match

    def close(self):
        """Stops the program, and gives it 30 seconds to end by itself."""
        self.process.terminate()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.reader.join()
        self.process.stdout.close()
        if self.process.stdin:
            self.process.stdin.close()

    is_over = False

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append(line.rstrip("\n"))
                self.changed.notify_all()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()
