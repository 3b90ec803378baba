/// A shell that can complete bucket's words.
///
/// Each script asks `bucket complete` and only compares and inserts what it answers: nothing that
/// was typed, and nothing that is offered, is ever evaluated.
enum Shell: String, CaseIterable, ArgumentValue {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // Bash breaks words at `=` and `:` too, and neither takes quotes off what was typed nor puts them
  // around what is offered, so it is told what to insert.
  private static let bashScript = #"""
    # bash completion for bucket
    _bucket() {
      local answer=() name
      mapfile -t answer < <(
        command bucket complete --bash -- "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null
      )
      COMPREPLY=()
      if [[ ${answer[0]-} != files ]]; then
        COMPREPLY=("${answer[@]:1}")
      elif ((${#answer[@]} == 1)); then
        compopt -o default
      else
        compopt -o filenames
        while IFS= read -r name; do
          COMPREPLY+=("${answer[1]}$name")
        done < <(compgen -f -- "${answer[2]}")
      fi
    }
    complete -F _bucket bucket

    """#

  private static let zshScript = #"""
    #compdef bucket
    # zsh completion for bucket
    _bucket() {
      local line name
      local -a answer entries
      answer=("${(@f)$(command bucket complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
      if [[ $answer[1] == files* ]]; then
        local prefix=${answer[1]#files$'\t'}
        [[ -z $prefix ]] || compset -P "${(b)prefix}"
        _files
        return
      fi
      for line in "${(@)answer[2,-1]}"; do
        name=${${line%%$'\t'*}//\\/\\\\}
        if [[ $line == *$'\t'* ]]; then
          entries+=("${name//:/\\:}:${line#*$'\t'}")
        else
          entries+=("${name//:/\\:}")
        fi
      done
      # Names, categories and tags are searched for without regard to case and accents. The one that
      # is meant takes the place of what was typed; zsh tells several apart only by case.
      local -a matching=(-M 'm:{[:lower:][:upper:]}={[:upper:][:lower:]}')
      (( $#entries > 1 )) || matching=(-U)
      _describe -t bucket bucket entries $matching
    }
    if [[ $funcstack[1] == _bucket ]]; then
      _bucket "$@"
    else
      compdef _bucket bucket
    fi

    """#

  private static let fishScript = #"""
    # fish completion for bucket
    function __bucket_complete
        # What is being typed may lack the end of a quote, or what a backslash stands before.
        set -l token (commandline -ct | string collect)
        set -l typed $token
        for end in '' '"' "'" ' '
            set typed (string unescape -- "$token$end")
            and break
        end
        set -l words (commandline -opc)
        set -e words[1]
        set -l answer (command bucket complete -- $words "$typed" 2>/dev/null)
        if string match -q 'files*' -- "$answer[1]"
            set -l prefix (string replace -r '^files\t?' '' -- "$answer[1]")
            set -l rest (string sub -s (math 1 + (string length -- "$prefix")) -- "$typed")
            for file in (__fish_complete_path "$rest")
                printf '%s\n' "$prefix$file"
            end
        else
            set -e answer[1]
            printf '%s\n' $answer
        end
    end
    complete -c bucket -f -a '(__bucket_complete)'

    """#
}
