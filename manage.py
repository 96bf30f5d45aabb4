#!/usr/bin/env python
"""Entry point of every command of the site."""

import os
import sys

# Those that start the services and write DATA/env, and those that change the tables themselves.
STARTERS = {"up", "services"}
OWNERS = {"migrate", "sqlmigrate", "showmigrations"}


def main() -> None:
    from config.environment import EnvironmentProblem, load, prepare

    command = sys.argv[1] if len(sys.argv) > 1 else ""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        if command in STARTERS:
            prepare()
        load()
    except EnvironmentProblem as problem:
        sys.exit(str(problem))
    if command in OWNERS:
        os.environ["AS_OWNER"] = "1"
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
