import { parseArgs } from 'node:util';

export interface Arguments {
  readonly terminalId: number;
  /** Address of the service, without a trailing slash. */
  readonly url: string;
  /** Port of the page; 0 picks a free one. */
  readonly port: number;
  /** Without a page: it decides automatically. */
  readonly headless: boolean;
  /** Delay before an automatic decision, in milliseconds. */
  readonly afterMs: number;
  /** Folder for the key and the journal. */
  readonly folder: string;
  readonly endWithParent: boolean;
}

export const USAGE = `Uso: npm run -s pinpad -- --terminal ID [opções]

Um pin pad de mentira, que fala com o Guichê como um cliente de pagamento (docs/guias/cliente-de-pagamento.md).

  --terminal ID      o terminal em que ele está
  --url ENDEREÇO     onde o Guichê atende (padrão: http://localhost:8080)
  --port N           porta da página (padrão: 8090; 0 escolhe uma livre)
  --headless         sem página: decide sozinho; R$ 1000,01 é recusado com NEGADA 01
  --after MS         quanto ele demora a decidir sozinho (padrão: 1000)
  --dir PASTA        onde guarda a chave e o diário (padrão: ./data/pinpad)
  --end-with-parent  termina quando quem o iniciou termina
  --help             esta ajuda

Na primeira vez ele mostra um código: confirme-o no painel, em Terminais.
Com GUICHE_PINPAD_KEY no ambiente ele usa essa chave e não pede código.
`;

const MAX_PORT = 65_535;
const MAX_AFTER_MS = 600_000;

/** Parses the command line. Returns a Portuguese error message when it is wrong, and undefined for `--help`. */
export function readArguments(words: readonly string[]): Arguments | string | undefined {
  const values = valuesOf(words);
  if (typeof values === 'string') return values;
  if (values.help) return undefined;
  const terminalId = Number(values.terminal);
  if (!Number.isSafeInteger(terminalId) || terminalId < 1) {
    return '--terminal deve ser o número de um terminal: veja em Terminais, no painel';
  }
  const url = (values.url ?? 'http://localhost:8080').replace(/\/+$/, '');
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    return '--url deve ser um endereço http(s), como http://localhost:8080';
  }
  const port = Number(values.port ?? 8090);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    return `--port deve ser um inteiro de 0 a ${MAX_PORT}`;
  }
  const afterMs = Number(values.after ?? 1_000);
  if (!Number.isInteger(afterMs) || afterMs < 0 || afterMs > MAX_AFTER_MS) {
    return `--after deve ser um inteiro de 0 a ${MAX_AFTER_MS}`;
  }
  return {
    terminalId,
    url,
    port,
    afterMs,
    headless: values.headless ?? false,
    folder: values.dir ?? './data/pinpad',
    endWithParent: values['end-with-parent'] ?? false,
  };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        terminal: { type: 'string' },
        url: { type: 'string' },
        port: { type: 'string' },
        headless: { type: 'boolean' },
        after: { type: 'string' },
        dir: { type: 'string' },
        'end-with-parent': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
