import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, COMMON_USAGE, readCommon } from '../host/arguments.ts';
import { BANK_NAMES } from './bank-quirks.ts';
import type { PixHostOptions } from './pix-host.ts';

export interface Arguments {
  readonly host: PixHostOptions;
  readonly endWithParent: boolean;
}

const USUAL_PROFILE = 'C6BANK';

export const USAGE = `Uso: npm run -s pix-host -- [opções]

Responde como a API Pix de um banco, só nesta máquina, com TLS mútuo de uma autoridade própria.

  --port N             porta (sem ela, uma livre); o controle e os QR Codes ficam na seguinte
  --profile BANCO      com os costumes de ${BANK_NAMES.join(', ')}
                       (padrão: ${USUAL_PROFILE})
  --plain              HTTP sem certificados
  --real-dates         datas do relógio de verdade; --time-scale encurta só esperas e validades
  ${COMMON_USAGE.time}
  ${COMMON_USAGE.end}
  ${COMMON_USAGE.help}
`;

/** Parses the command line. Returns a Portuguese error message when it is wrong, and undefined for `--help`. */
export function readArguments(words: readonly string[]): Arguments | string | undefined {
  const values = valuesOf(words);
  if (typeof values === 'string') return values;
  if (values.help) return undefined;
  const common = readCommon(values);
  if (typeof common === 'string') return common;
  const name = (values.profile ?? USUAL_PROFILE).toUpperCase();
  const profile = BANK_NAMES.find((known) => known === name);
  if (profile === undefined) return `--profile deve ser ${BANK_NAMES.join(', ')}`;
  const host = { ...common, profile, plain: values.plain ?? false, realDates: values['real-dates'] ?? false };
  return { host, endWithParent: values['end-with-parent'] ?? false };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        ...COMMON_OPTIONS,
        profile: { type: 'string' },
        plain: { type: 'boolean' },
        'real-dates': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
