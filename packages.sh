#!/bin/sh
# The packages with which assay is built, tested and checked. Only this list names them.
#
#   sh packages.sh [--install|--list] GROUP...      GROUP: build, check, postgresql, server, lint, fuzz, valgrind, bench, static, cross, bare, report, docs, release
#
# If all packages of the groups are installed, it does nothing and prints nothing. --list prints their names, one per
# line. Otherwise it installs the missing packages (--install, if there is apt-get), or prints what to install and
# fails.

# group  package             how to see that it is there     what assay uses it for
list='
build    pkg-config          command pkg-config              compiler flags of the libraries
build    libncurses-dev      module ncursesw                 the terminal
build    libsqlite3-dev      module sqlite3>=3.37            the database
build    libpq-dev           module libpq                    databases on a server, PostgreSQL
build    libcjson-dev        module libcjson                 JSON
build    libmd-dev           module libmd                    ids made of what a document says (MD5)
build    zlib1g-dev          module zlib                     files packed by gzip
build    libzstd-dev         module libzstd                  files packed by zstd
build    libmd4c-dev         module md4c                     Markdown
build    libyaml-dev         module yaml-0.1                 front matter of Markdown
build    libminizip-dev      module minizip                  Word, Excel and EPUB: the archives that they are
build    libexpat1-dev       module expat                    Word, Excel and EPUB: the XML in them
build    libfribidi-dev      module fribidi                  right-to-left text in visual order
build    libunistring-dev    header unistr.h                 Unicode: widths, clusters, line breaks
build    libstemmer-dev      header libstemmer.h             stems of words in many languages
check    libcmocka-dev       module cmocka                   unit tests
check    libvterm-dev        module vterm                    tests in a pseudo-terminal
check    poppler-utils       command pdftotext               PDF, whose text it reads
check    zip                 command zip                     archives to test with
check    curl                command curl                    the example of a judge
check    ncurses-term        file /usr/share/terminfo/x/xterm-direct  terminals to test in
check    locales             file /usr/share/i18n/locales/tr_TR  other languages and character sets
check    sqlite3             command sqlite3                 a look into a database file, and what a broken program does to it
postgresql  postgresql       server postgresql               a server for tests, of any version from 14 on
postgresql  openssl          command openssl                 the certificate of that server
server   patroni             command patroni                 three servers of which one leads
server   etcd-server         command etcd                    what they agree by who that is
server   procps              command ps                      which process is which, to kill the right one
server   pgbouncer           command pgbouncer               a pooler before a server
server   openssh-server      file /usr/sbin/sshd             annotators who come by ssh
server   openssh-client      command ssh                     the same
lint     clang               command clang                   a second compiler
lint     lld                 command ld.lld                  a fast linker, for .ci/run
lint     clang-format        command clang-format            one code style
lint     zsh                 command zsh                     its completions
lint     fish                command fish                    its completions
lint     mandoc              command mandoc                  the manual page
fuzz     clang               command clang                   libFuzzer
fuzz     libclang-rt-14-dev  file /usr/lib/llvm-14/lib/clang  libFuzzer
valgrind valgrind            command valgrind                errors and lost memory
bench    sqlite3             command sqlite3                 the floor of an import
cross    gcc-aarch64-linux-gnu    command aarch64-linux-gnu-gcc    a program for 64-bit Arm
cross    gcc-arm-linux-gnueabihf  command arm-linux-gnueabihf-gcc  a program for 32-bit Arm
cross    gcc-s390x-linux-gnu      command s390x-linux-gnu-gcc      a program for a big-endian processor
cross    qemu-user-static         command qemu-s390x-static        running them
static   dpkg-dev            command dpkg-source             sources of what has no archive to link
bare     debootstrap         command debootstrap             a machine on which nothing is installed yet
report   chromium            command chromium                the report in a browser, and its picture
docs     cmark-gfm           command cmark-gfm               the documentation as a site
docs     mandoc              command mandoc                  the manual in it
docs     chromium            command chromium                the site in a browser
release  debhelper           command dh                      the Debian packages
release  dpkg-dev            command dpkg-buildpackage       the Debian packages
release  lintian             command lintian                 what is wrong with them
'

is_there() { # kind name
	case $1 in
	command) command -v "$2" >/dev/null 2>&1 ;;
	module) pkg-config --exists "$(echo "$2" | sed 's/>=/ >= /')" 2>/dev/null ;;
	header) echo "#include <$2>" | ${CC:-gcc} -E - >/dev/null 2>&1 ;;
	file) [ -e "$2" ] ;;
	server) sh "tests/support/$2.sh" --programs >/dev/null 2>&1 ;;
	esac
}

if [ "$1" = --list ]; then
	shift
	for group in "$@"; do
		echo "$list" | awk -v group="$group" '$1 == group { print $2 }'
	done
	exit 0
fi

install=no
if [ "$1" = --install ]; then
	install=yes
	shift
fi

missing_of() { # group...
	missing=
	for group in "$@"; do
		rows=$(echo "$list" | awk -v group="$group" '$1 == group { print $2, $3, $4 }')
		while read -r package kind name; do
			is_there "$kind" "$name" || case " $missing " in *" $package "*) ;; *) missing="$missing $package" ;; esac
		done <<-EOF
			$rows
		EOF
	done
	echo "$missing"
}

# Names one command that also installs what later targets need.
fail() { # why group...
	why=$1
	shift
	{
		echo "assay needs packages that are not there:$missing"
		echo "$why This installs all that is missing to build, test and check assay (Debian's names), as root:"
		echo "    apt-get update && apt-get install --no-install-recommends -y$(missing_of build check postgresql lint "$@")"
		echo "Then run make again."
	} >&2
	exit 1
}

missing=$(missing_of "$@")
[ -z "$missing" ] && exit 0

[ $install = yes ] || fail 'make alone installs nothing.' "$@"
command -v apt-get >/dev/null 2>&1 || fail 'There is no apt-get here.' "$@"
as_root=
if [ "$(id -u)" -ne 0 ]; then
	command -v sudo >/dev/null 2>&1 || fail 'There is no sudo here.' "$@"
	as_root=sudo
fi
echo "assay: installing$missing" >&2

install() { # package...
	$as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq install --no-install-recommends -y "$@"
}

# When Debian's PostgreSQL is installed, it creates and starts a cluster unless this file forbids it. The tests need
# only the programs. The file is restored, so that a later installation of PostgreSQL does what Debian does.
clusters=/etc/postgresql-common/createcluster.conf
without_cluster() { # command...
	install postgresql-common &&
		$as_root sed -i.before 's/^#* *create_main_cluster.*/create_main_cluster = false/' $clusters || return
	"$@"
	set -- $?
	$as_root mv $clusters.before $clusters
	return "$1"
}

# The tests start these services themselves. None of them may run now or at the next boot, unless the user wants that.
policy=/usr/sbin/policy-rc.d
without_services() { # command...
	made=
	[ -e $policy ] || {
		made=$policy
		printf '#!/bin/sh\nexit 101\n' | $as_root tee $policy >/dev/null && $as_root chmod +x $policy || return
	}
	"$@"
	set -- $?
	[ -z "$made" ] || $as_root rm $policy
	for package in $missing; do
		case $package in
		patroni | etcd-server) ! command -v systemctl >/dev/null || $as_root systemctl --quiet disable "${package%-server}" ;;
		esac
	done
	return "$1"
}

case " $missing " in
*' postgresql '*) how=without_cluster ;;
*' patroni '* | *' etcd-server '*) how=without_services ;;
*) how= ;;
esac
# shellcheck disable=SC2086 # each package is a word
{
	$as_root apt-get -qq update && $how install $missing
} >&2 || fail 'They could not be installed: is there a network?' "$@"
