//go:build unix

package main

import (
	"io/fs"
	"os"
	"syscall"
)

// linkCount returns how many names a file has.
func linkCount(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink)
	}
	return 1
}

// keepOwner gives a new file the owner and group of the one it replaces, as far as that is allowed.
func keepOwner(f *os.File, info fs.FileInfo) {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		if f.Chown(int(stat.Uid), int(stat.Gid)) != nil {
			f.Chown(-1, int(stat.Gid)) // a group may be given away by its members
		}
	}
}
