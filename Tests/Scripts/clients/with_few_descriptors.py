"""Runs a command with a soft limit of 200 descriptors and only the standard streams open. Arguments: COMMAND…"""
import resource
import subprocess
import sys

resource.setrlimit(resource.RLIMIT_NOFILE, (200, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
sys.exit(subprocess.run(sys.argv[1:]).returncode)
