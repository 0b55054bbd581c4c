/** What texts for people do not say, and what they say instead. */
interface ForbiddenWord {
  readonly pattern: RegExp;
  readonly instead: string;
}

/** A whole word, not part of an address, whose words stay, nor of a name in code. */
function word(text: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_/$-])(?:${text})(?![\\p{L}\\p{N}_-])`, 'u');
}

/** The terms that were decided once for panel, pages, mails, commands, errors and guides. */
const FORBIDDEN_WORDS: readonly ForbiddenWord[] = [
  {
    pattern: word(
      '(?:[Oo]s?|[Dd]os?|[Aa]os?|[Nn]os?|[Uu]m|[Pp]elos?|[Nn]enhum|[Oo]utro|[EeDdNn]?[Ee]ste|[EeDdNn]?[Ee]sse) adquirentes?',
    ),
    instead: 'a adquirente',
  },
  { pattern: word('[Ll]igaç(?:ão|ões)'), instead: 'conexão' },
  { pattern: word('[Gg]uardad[oa]s?'), instead: 'salvo' },
  { pattern: word('[Cc]ifr(?:ad[oa]s?|ar|am|e|ou)'), instead: 'criptografado' },
  { pattern: word('(?:[Dd]es)?[Ll]ig(?:ar|ue|ad[oa]s?|ou)'), instead: 'ativar, conectar' },
  { pattern: word('[Dd]esfechos?'), instead: 'resultado' },
  { pattern: word('num quadro|em um quadro'), instead: 'iframe' },
  { pattern: word('(?:[Oo]s|[Nn]os|[Ss]eus) registros'), instead: 'logs' },
  { pattern: word('pedidoa'), instead: 'pedida' },
  { pattern: word('Envie-lhe|digite-se|achá-l[oa]'), instead: 'uma frase do dia a dia' },
];

/** The forbidden words of a text, each with its line. */
export function forbiddenIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line, index) =>
    FORBIDDEN_WORDS.flatMap(({ pattern, instead }) => {
      const [found] = pattern.exec(line) ?? [];
      return found === undefined ? [] : [`${index + 1}: “${found}”, instead: ${instead}`];
    }),
  );
}
