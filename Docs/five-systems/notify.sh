#!/bin/sh
# Writes a notification of odograph live, its title and text, as a line.
printf "%s\n" "$*" >>notifications.txt
