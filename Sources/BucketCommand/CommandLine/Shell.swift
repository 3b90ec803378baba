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

  // Bash breaks words at `=` and `:` too. They are put together before bucket sees them, and the
  // part before the last break, which bash keeps, is taken off what is offered.
  private static let bashScript = #"""
    # bash completion for bucket
    _bucket() {
      local words=("${COMP_WORDS[@]:0:COMP_CWORD+1}") word gap i
      if [[ -n ${COMP_LINE-} ]]; then
        local line=${COMP_LINE:0:COMP_POINT}
        words=()
        for ((i = 0; i <= COMP_CWORD; i++)); do
          gap=${line%%[![:space:]]*}
          line=${line:${#gap}}
          word=${COMP_WORDS[i]}
          ((i < COMP_CWORD)) || word=$line
          if ((i > 0)) && [[ -z $gap ]]; then
            words[${#words[@]}-1]+=$word
          else
            words+=("$word")
          fi
          line=${line:${#word}}
        done
      fi

      local last=$((${#words[@]} - 1)) quoted='' breaks='' head=''
      if [[ ${words[last]} == [\"\']* ]]; then
        quoted=1
        words[last]=${words[last]:1}
      else
        [[ $COMP_WORDBREAKS == *:* ]] && breaks+=:
        [[ $COMP_WORDBREAKS == *=* ]] && breaks+==
        [[ -n $breaks ]] && head=${words[last]%"${words[last]##*[$breaks]}"}
      fi

      local answer=()
      mapfile -t answer < <(command bucket complete -- "${words[@]:1}" 2>/dev/null)
      COMPREPLY=()
      if [[ ${answer[0]-} == files* ]]; then
        local prefix=${answer[0]#files$'\t'}
        if [[ $head == "$prefix"* ]]; then
          compopt -o default
        else
          compopt -o filenames
          while IFS= read -r word; do
            COMPREPLY+=("${prefix#"$head"}$word")
          done < <(compgen -f -- "${words[last]:${#prefix}}")
        fi
        return
      fi
      for word in "${answer[@]:1}"; do
        word=${word%%$'\t'*}
        word=${word#"$head"}
        [[ -n $quoted ]] || printf -v word %q "$word"
        COMPREPLY+=("$word")
      done
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
        name=${line%%$'\t'*}
        if [[ $line == *$'\t'* ]]; then
          entries+=("${name//:/\\:}:${line#*$'\t'}")
        else
          entries+=("${name//:/\\:}")
        fi
      done
      _describe -t bucket bucket entries
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
        set -l typed (commandline -ct)
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
