package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// rewrite gives a file another content. It stays the same file to all who know it: mode, owner where
// that may be set, symbolic links to it and other names of it (hard links). At every moment the old or
// the new text stands whole on disk:
//
//   - a file with one name is replaced by a temporary file beside it, written and synced before
//   - a file with several names is written in place, for they would part otherwise; until that is
//     done and synced, its old text stands in a file NAME.forgelint-old beside it
//
// It refuses a file that is read-only, and one whose content is not before any more.
func rewrite(name string, before, after []byte) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("is no regular file")
	}
	if info.Mode().Perm()&0o222 == 0 {
		return errors.New("is read-only")
	}
	// Replacing a file asks for no right to write it; changing what it says does.
	f, err := os.OpenFile(real, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	if same, err := holds(f, after); same || err != nil {
		return err // it has another name, under which it was written already
	}
	if same, err := holds(f, before); err != nil {
		return err
	} else if !same {
		return errChanged
	}
	if linkCount(info) > 1 {
		return overwrite(f, real, before, after)
	}
	return replace(real, info, before, after)
}

var errChanged = errors.New("was changed by another program meanwhile")

// holds reports whether that is the content of a file.
func holds(f *os.File, text []byte) (bool, error) {
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return false, err
	}
	got, err := io.ReadAll(f)
	return err == nil && bytes.Equal(got, text), err
}

// create writes a file that is not there yet, whole or not at all.
func create(name string, text []byte) error {
	temp, err := os.OpenFile(fmt.Sprintf("%s.%d.tmp", name, os.Getpid()), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return reason(err)
	}
	err = writeSynced(temp, text, nil)
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		os.Remove(temp.Name())
		return reason(err)
	}
	syncFolder(filepath.Dir(name))
	return nil
}

// replace puts a new file in the place of one.
func replace(name string, info fs.FileInfo, before, after []byte) error {
	dir := filepath.Dir(name)
	temp, err := os.CreateTemp(dir, "."+filepath.Base(name)+".*.tmp")
	if err != nil {
		return fmt.Errorf("no file can be written beside it: %w", reason(err))
	}
	err = writeSynced(temp, after, func() error {
		keepOwner(temp, info)
		return temp.Chmod(info.Mode())
	})
	if err == nil {
		var now []byte
		if now, err = os.ReadFile(name); err == nil && !bytes.Equal(now, before) {
			err = errChanged
		}
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		os.Remove(temp.Name())
		return err
	}
	syncFolder(dir)
	return nil
}

// overwrite writes over a file.
func overwrite(f *os.File, name string, before, after []byte) error {
	old, err := os.OpenFile(name+".forgelint-old", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("no file can be written beside it: %w", reason(err))
	}
	if err := writeSynced(old, before, nil); err != nil {
		os.Remove(old.Name())
		return err
	}
	syncFolder(filepath.Dir(name))
	put := func(text []byte) error {
		if _, err := f.WriteAt(text, 0); err != nil {
			return err
		}
		return errors.Join(f.Truncate(int64(len(text))), f.Sync())
	}
	if err := put(after); err != nil {
		if again := put(before); again != nil {
			return fmt.Errorf("%w; its old text is in %s", err, filepath.Base(old.Name()))
		}
		os.Remove(old.Name())
		return err
	}
	return os.Remove(old.Name())
}

// writeSynced writes a file, lets finish do what is left, and closes the file when all is on disk.
func writeSynced(f *os.File, text []byte, finish func() error) error {
	_, err := f.Write(text)
	if err == nil && finish != nil {
		err = finish()
	}
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// syncFolder makes a new name in a folder last. Some file systems cannot; the file is whole all the
// same.
func syncFolder(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}

// reason drops the name of a temporary file, which says nothing, from an error.
func reason(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return of.Err
	}
	return err
}
