import { Argument, type Command, type Option } from "commander";
import { print } from "./terminal/terminal.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;

type Shell = (typeof SHELLS)[number];

/** `gamedata completion`. The program must have the other commands already. */
export function addCompletionCommand(program: Command): void {
  program
    .command("completion")
    .description("print a shell completion script")
    .addArgument(new Argument("<shell>").choices(SHELLS))
    .action((shell: Shell) => print(SCRIPTS[shell](wordsOf(program)).trimEnd()));
}

/** A command of the program, with the words that can follow its name. */
type Words = { name: string; about: string; inner: string[]; options: readonly Option[] };

function wordsOf(program: Command): Words[] {
  return program.commands.map((command) => ({
    name: command.name(),
    about: command.description(),
    inner: command.commands.map((inner) => inner.name()),
    options: [...command.options, ...command.commands.flatMap(({ options }) => options)],
  }));
}

function flags({ inner, options }: Words): string {
  return [...new Set([...inner, ...options.map(({ long }) => long ?? ""), "--help"])].join(" ");
}

const SCRIPTS: Record<Shell, (commands: readonly Words[]) => string> = {
  bash: (commands) => `# eval "$(gamedata completion bash)"
_gamedata() {
  local words
  case "$COMP_CWORD:\${COMP_WORDS[1]}" in
    1:*) words="${commands.map(({ name }) => name).join(" ")} help --version";;
${commands.map((command) => `    *:${command.name}) words="${flags(command)}";;`).join("\n")}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _gamedata gamedata
`,
  zsh: (commands) => `#compdef gamedata
# gamedata completion zsh > "\${fpath[1]}/_gamedata"
_gamedata() {
  local -a found
  if (( CURRENT == 2 )); then
    found=(
${commands.map(({ name, about }) => `      ${quoted(`${name}:${about}`)}`).join("\n")}
    )
    _describe command found
    return
  fi
  case "$words[2]" in
${commands.map((command) => `    ${command.name}) compadd -- ${flags(command)};;`).join("\n")}
  esac
  _files
}
compdef _gamedata gamedata
`,
  fish: (commands) => `# gamedata completion fish > ~/.config/fish/completions/gamedata.fish
${commands.map(fishLines).join("\n")}
`,
};

function fishLines({ name, about, inner, options }: Words): string {
  const behind = `complete -c gamedata -n "__fish_seen_subcommand_from ${name}"`;
  return [
    `complete -c gamedata -n __fish_use_subcommand -f -a ${name} -d ${quoted(about)}`,
    ...inner.map((word) => `${behind} -f -a ${word}`),
    ...options.map(
      ({ long, description, required }) =>
        `${behind} -l ${long?.slice(2)} -d ${quoted(description)}${required ? " -r" : ""}`,
    ),
  ].join("\n");
}

/** A text as one word of zsh and fish. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'"'"'`)}'`;
}
