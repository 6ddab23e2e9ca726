//go:build unix && measure

// Command measure measures the speed and size of forgelint beside its yardsticks, all in one run, and
// prints the table of docs/performance.md. It needs git, Python 3 and the generator of test files:
//
//	go run -tags measure ./internal/measure [RUNS]      best of RUNS (default 15) runs each, taking turns
//
// The tag keeps it out of what `go install ./...` installs.
package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"gopkg.in/yaml.v3"
)

const actionlint = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12"

func main() {
	switch {
	case len(os.Args) == 3 && os.Args[1] == "bareparse":
		check(bareParse(os.Args[2]))
		return
	case len(os.Args) > 2 && os.Args[1] == "run":
		run(os.Args[2:])
		return
	}
	runs := 15
	if len(os.Args) > 1 {
		n, err := strconv.Atoi(os.Args[1])
		check(err)
		runs = n
	}
	tmp, err := os.MkdirTemp("", "forgelint-measure-")
	check(err)
	defer os.RemoveAll(tmp)
	forgelint, commands, large := prepare(tmp)
	measure(commands, runs)
	measure(large, max(3, runs/5))
	fmt.Println("| what | time | processor | memory | exit code |\n|---|---|---|---|---|")
	for _, c := range append(commands, large...) {
		fmt.Printf("| %s | %.0f ms | %.0f ms | %.0f MB | %d |\n", c.name, ms(c.wall), ms(c.cpu), float64(c.rss)/1024, c.exit)
	}
	info, err := os.Stat(forgelint)
	check(err)
	load, _ := os.ReadFile("/proc/loadavg") // where there is one
	fmt.Printf("\nThe stripped binary has %.1f MB. %d processors, load %s.\n", float64(info.Size())/1e6, runtime.NumCPU(), strings.Split(string(load)+" ", " ")[0])
}

// bareParse parses a YAML file to nodes and does nothing with them: what the linting of a large file
// is compared with.
func bareParse(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	var node yaml.Node
	return yaml.NewDecoder(f).Decode(&node)
}

// command is one row of the table.
type command struct {
	name      string
	argv      []string
	dir       string
	wall, cpu time.Duration // the least
	rss       int64         // the most, in kB
	exit      int
}

// prepare builds the programs and writes the files.
func prepare(tmp string) (forgelint string, commands, large []*command) {
	forgelint = filepath.Join(tmp, "forgelint")
	self, err := os.Executable()
	check(err)
	sh("", "go", "build", "-trimpath", "-ldflags=-s -w", "-o", forgelint, "./cmd/forgelint")
	check(os.Setenv("GOBIN", tmp))
	sh(tmp, "go", "install", actionlint)
	shared := os.Getenv("FORGELINT_SHARED")
	if shared == "" {
		shared = "../shared"
	}
	generate := filepath.Join(shared, "tools", "gen_corpus.py")
	for _, kind := range []string{"behaviors", "workflows"} {
		sh("", "python3", generate, kind, filepath.Join(tmp, kind), "1000")
		sh("", "git", "init", "-q", filepath.Join(tmp, kind))
	}
	for _, n := range []string{"6000", "60000"} {
		sh("", "python3", generate, "manifest", filepath.Join(tmp, n+".yaml"), n)
	}
	one, err := filepath.Abs("testdata/corpus/policies/registration.yaml")
	check(err)
	commands = []*command{
		{name: "1,000 behaviors: forgelint", argv: []string{forgelint, "."}, dir: filepath.Join(tmp, "behaviors")},
		{name: "1,000 workflows: actionlint v1.7.12", argv: []string{filepath.Join(tmp, "actionlint")}, dir: filepath.Join(tmp, "workflows")},
		{name: "6,000 policies: forgelint", argv: []string{forgelint, "6000.yaml"}, dir: tmp},
		{name: "6,000 policies: bare yaml.v3", argv: []string{self, "bareparse", "6000.yaml"}, dir: tmp},
		{name: "one file: forgelint", argv: []string{forgelint, one}, dir: tmp},
	}
	const head = "name: m\nversion: \"1\"\npolicies:\n"
	aliases, item := "", "[x, x, x, x, x, x, x, x, x]"
	for i := range 9 {
		aliases += fmt.Sprintf("a%d: &a%d %s\n", i, i, item)
		item = "[" + strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), ", ") + "]"
	}
	for _, bomb := range []struct{ name, text string }{
		{"alias bomb", aliases + head + "  - *a8\n"},
		{"20,000 nested brackets", head + "  - " + strings.Repeat("[", 20_000) + "\n"},
		{"a line of 10 MB", head + "  - name: \"" + strings.Repeat("x", 10_000_000) + "\"\n"},
	} {
		file := filepath.Join(tmp, "policies", strings.ReplaceAll(bomb.name, " ", "-")+".yaml")
		check(os.MkdirAll(filepath.Dir(file), 0o777))
		check(os.WriteFile(file, []byte(bomb.text), 0o666))
		commands = append(commands, &command{name: bomb.name, argv: []string{forgelint, file}, dir: tmp})
	}
	return forgelint, commands, []*command{{name: "60,000 policies: forgelint", argv: []string{forgelint, "60000.yaml"}, dir: tmp}}
}

func measure(commands []*command, runs int) {
	for _, c := range commands {
		c.wall, c.cpu = math.MaxInt64, math.MaxInt64
	}
	self, err := os.Executable()
	check(err)
	for range runs {
		for _, c := range commands {
			// A process counts the memory of the one that starts it: a small one has to.
			cmd := exec.Command(self, append([]string{"run"}, c.argv...)...)
			cmd.Dir, cmd.Stderr = c.dir, os.Stderr
			out, err := cmd.Output()
			check(err)
			var wall, cpu time.Duration
			var rss int64
			_, err = fmt.Sscan(string(out), (*int64)(&wall), (*int64)(&cpu), &rss, &c.exit)
			check(err)
			c.wall, c.cpu, c.rss = min(c.wall, wall), min(c.cpu, cpu), max(c.rss, rss)
		}
	}
}

// run runs a command and prints what it took: wall-clock and processor time in nanoseconds, the most
// memory in kB, the exit code.
func run(argv []string) {
	cmd := exec.Command(argv[0], argv[1:]...)
	start := time.Now()
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		check(err)
	}
	wall, p := time.Since(start), cmd.ProcessState
	fmt.Println(int64(wall), int64(p.UserTime()+p.SystemTime()), p.SysUsage().(*syscall.Rusage).Maxrss, p.ExitCode())
}

func ms(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// sh runs a command in a folder; "" is the current one.
func sh(dir string, argv ...string) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir, cmd.Stderr = dir, os.Stderr
	check(cmd.Run())
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(1)
	}
}
