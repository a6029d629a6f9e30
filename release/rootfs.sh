#!/bin/sh
# Makes the content of a container of assay: the static program, the locale C.UTF-8, the terminal descriptions that it
# may need, /tmp and /data.
#
#   sh release/rootfs.sh PROGRAM FOLDER
set -eu
mkdir -p "$2"/usr/bin "$2"/tmp "$2"/data
chmod 1777 "$2"/tmp "$2"/data
strip -o "$2/usr/bin/assay" "$1"
mkdir -p "$2/usr/lib/locale"
cp -R /usr/lib/locale/C.utf8 "$2/usr/lib/locale/"
for terminal in ansi dumb linux rxvt screen screen-256color tmux tmux-256color vt100 vt220 xterm xterm-256color; do
	for folder in /etc/terminfo /lib/terminfo /usr/share/terminfo; do
		file=$(printf %.1s $terminal)/$terminal
		[ ! -e "$folder/$file" ] || [ -e "$2/usr/share/terminfo/$file" ] ||
			install -D -m 644 "$folder/$file" "$2/usr/share/terminfo/$file"
	done
done
