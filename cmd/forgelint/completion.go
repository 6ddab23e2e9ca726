package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// shells are those that completion is made for.
var shells = []string{"bash", "zsh", "fish", "powershell"}

func newCompletion() *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script: bash, zsh, fish or powershell",
		Long: `Print a completion script for bash, zsh, fish or powershell.

bash: source <(forgelint completion bash); zsh: forgelint completion zsh > "${fpath[1]}/_forgelint"; fish:
forgelint completion fish | source; powershell: forgelint completion powershell | Out-String | Invoke-Expression.`,
		Args:      argsError("one shell (bash, zsh, fish or powershell)", 1),
		ValidArgs: shells,
		RunE: func(cmd *cobra.Command, args []string) error {
			root, stdout := cmd.Root(), cmd.OutOrStdout()
			switch args[0] {
			case "bash":
				return root.GenBashCompletionV2(stdout, true)
			case "zsh":
				return root.GenZshCompletion(stdout)
			case "fish":
				return root.GenFishCompletion(stdout, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(stdout)
			}
			return fmt.Errorf("there is no completion for `%s`, only for %s%s", args[0], listed(shells), didYouMean(args[0], shells))
		},
	}
}
