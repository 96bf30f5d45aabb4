#!/usr/bin/env python
"""Entry point of every command of the site."""

import os
import sys


def main() -> None:
    from config.environment import load

    load()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
