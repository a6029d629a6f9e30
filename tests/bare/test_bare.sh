#!/bin/sh
# Runs the two commands of the README on a bare machine: a newly installed Debian with gcc, make and git, in a folder.
# Root runs them, and a user who has sudo. The packages come from the same sources as those of this machine.
#
# $BARE_CHECK is the target of the second command, "check" by default; all tests take minutes. $BARE_USERS are the
# users, "root ann". $BARE_CFLAGS are added to the compiler's flags. $BARE_CCACHE is a folder that keeps what was compiled
# for the next run: then the machine has ccache, too, which compares every header of a file before it takes the result of
# an earlier run, so a missing header is still missed. The test needs root, debootstrap, and a network.

PATH=/usr/sbin:/usr/bin:/sbin:/bin
export PATH
folder=$(mktemp -d "${TMPDIR:-/tmp}/bare.XXXXXX") || exit 1
trap 'rm -rf "$folder"' EXIT
trap 'exit 1' INT TERM
number=0

ok() { # name
	number=$((number + 1))
	echo "ok $number - $1"
}

# Ends the test with the last lines of the log.
fail() { # name log
	number=$((number + 1))
	echo "not ok $number - $1"
	tail -n 60 "$2" | tr -d '\r' | sed 's/^/# /'
	echo "1..$number"
	exit 1
}

skip() { # why
	echo "ok 1 - README's commands on a bare machine # SKIP $1"
	echo 1..1
	exit 0
}

[ "$(id -u)" -eq 0 ] || skip 'only root can make a machine in a folder'
command -v debootstrap >/dev/null || skip 'there is no debootstrap'
unshare --mount --pid --fork true 2>/dev/null || skip 'nothing may be mounted here'

# --- The machine ------------------------------------------------------------

suite=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
# shellcheck disable=SC2016 # the fields of apt-get
mirror=$(apt-get indextargets --format '$(CODENAME) $(COMPONENT) $(REPO_URI)' "Created-By: Packages" |
	awk -v suite="$suite" '$1 == suite && $2 == "main" { print $3; exit }')
[ -n "$mirror" ] || skip 'apt-get knows no place that has all of the system'
eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
export http_proxy https_proxy

# An unavailable mirror, or one that is being updated, says nothing about assay. debootstrap runs in its own mount
# namespace, so its mounts always end with it: nothing may be mounted in the folder when the folder is deleted.
unshare --mount --pid --fork --kill-child debootstrap --variant=minbase --include="gcc,make,git,sudo${BARE_CCACHE:+,ccache}" "$suite" "$folder/machine" "$mirror" >"$folder/log" 2>&1 ||
	skip "a bare machine cannot be installed now: $(tail -n 1 "$folder/log")"
rm -rf "$folder/machine/etc/apt"
cp -a /etc/apt "$folder/machine/etc/"
mkdir -p "$folder/machine/usr/share/keyrings"
cp -an /usr/share/keyrings/. "$folder/machine/usr/share/keyrings/"
cp -L /etc/resolv.conf /etc/hosts "$folder/machine/etc/"
chroot "$folder/machine" apt-get update >"$folder/log" 2>&1 ||
	skip "the lists of packages cannot be fetched now: $(tail -n 1 "$folder/log")"
ok 'a bare machine is installed'
chroot "$folder/machine" useradd --create-home --shell /bin/sh ann
echo 'ann ALL=(ALL) NOPASSWD: ALL' >"$folder/machine/etc/sudoers.d/ann"
mkdir "$folder/machine/ccache"
[ -z "${BARE_CCACHE:-}" ] || {
	mkdir -p "$BARE_CCACHE"
	chmod 777 "$BARE_CCACHE" # for all users
}

# Copies the repository with changes that are not committed.
mkdir "$folder/machine/assay"
(cd "$SOURCE" && git -c safe.directory='*' ls-files -z --cached --others --exclude-standard | tar -c --null --files-from=-) |
	tar -x --no-same-owner -C "$folder/machine/assay"

# --- The test ---------------------------------------------------------------

# Runs a command in a user's clone on a machine. All processes that it started end with it.
on() { # machine user home command
	# shellcheck disable=SC2016 # for the shell on the other side
	unshare --mount --pid --fork --kill-child sh -c '
		mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount -t sysfs -o ro sysfs "$1/sys" &&
			{ [ -z "${BARE_CCACHE:-}" ] || mount --bind "$BARE_CCACHE" "$1/ccache"; } &&
			exec chroot "$1" setpriv --reuid "$2" --regid "$2" --init-groups env -i HOME="$3" TERM=xterm-256color LANG=C.UTF-8 \
				CFLAGS="${BARE_CFLAGS:-}" CCACHE_DIR=/ccache CCACHE_UMASK=000 \
				PATH="${BARE_CCACHE:+/usr/lib/ccache:}"/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -c "cd \"\$HOME/assay\" && $4"' sh "$@"
}

# Runs the first command in a terminal, goes on to the first ballot, and presses q there.
demo() { # machine user home
	mkfifo "$folder/keys"
	: >"$folder/screen"
	script -qefc "sh '$folder/demo'" "$folder/screen" <"$folder/keys" >"$folder/log" 2>&1 &
	demo=$!
	exec 3>"$folder/keys"
	until grep -aq Welcome "$folder/screen"; do
		kill -0 $demo 2>/dev/null || break
		sleep 0.2
	done
	# Several times, because keys that arrive before a screen can be read are discarded.
	(while kill -0 $demo 2>/dev/null; do
		printf '\033' # leaves the guide for the first ballot
		sleep 0.3
		printf q
		sleep 0.3
	done) >&3
	exec 3>&-
	wait $demo
	status=$?
	rm "$folder/keys"
	return $status
}

# Runs both commands for a user, on a machine of the user's own.
both() { # user home
	set -- "$folder/machine-of-$1" "$1" "$2"
	cp -a "$folder/machine" "$1"
	mv "$1/assay" "$1$3/assay"
	chroot "$1" chown -R "$2:" "$3/assay"
	sed -n '/^on() {/,/^}/p' "$SOURCE/tests/bare/test_bare.sh" >"$folder/demo"
	echo "on '$1' '$2' '$3' 'make -j$(nproc) demo'" >>"$folder/demo"
	demo && grep -aq 'Press its number' "$folder/screen" && grep -aq 'The labels are in' "$folder/screen" || fail "$2: make demo" "$folder/screen"
	ok "$2: make demo installs what is missing, builds, and shows the first ballot"
	on "$1" "$2" "$3" "make -j$(nproc) ${BARE_CHECK:-check}" >"$folder/log" 2>&1 || fail "$2: make ${BARE_CHECK:-check}" "$folder/log"
	ok "$2: make ${BARE_CHECK:-check} installs what is missing, and passes"
	sed -n '/^ *skipped: /s/^/# /p; $s/^/# /p' "$folder/log"
	rm -rf "$1"
}

for user in ${BARE_USERS:-root ann}; do
	case $user in
	root) both root /root ;;
	*) both "$user" "/home/$user" ;;
	esac
done
echo "1..$number"
