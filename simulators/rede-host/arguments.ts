import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, COMMON_USAGE, readCommon } from '../host/arguments.ts';
import type { Merchant } from './access/merchants.ts';
import { DEMO_MERCHANT, type RedeHostOptions } from './rede-host.ts';

export interface Arguments {
  readonly host: RedeHostOptions;
  readonly endWithParent: boolean;
}

export const USAGE = `Uso: npm run -s rede-host -- [opções]

Responde como a sandbox da Rede, só nesta máquina.

  --port N             porta (sem ela, uma livre)
  ${COMMON_USAGE.time}
  --pv N --key CHAVE   credenciais de um lojista; repita o par para ter mais
  --shop NOME          nome da loja nas páginas do comprador
  --no-soft-descriptor softDescriptor é recusado (63), como em uma loja que não o habilitou
  ${COMMON_USAGE.end}
  ${COMMON_USAGE.help}
`;

const PV = /^[1-9]\d{0,14}$/;

/** Parses the command line. Returns a Portuguese error message when it is wrong, and undefined for `--help`. */
export function readArguments(words: readonly string[]): Arguments | string | undefined {
  const values = valuesOf(words);
  if (typeof values === 'string') return values;
  if (values.help) return undefined;

  const common = readCommon(values);
  if (typeof common === 'string') return common;
  const { pv = [], key = [], shop = DEMO_MERCHANT.shop } = values;
  if (pv.length !== key.length) return 'cada --pv precisa da sua --key';
  if (!pv.every((number) => PV.test(number))) return '--pv deve ter só algarismos, sem zeros à esquerda';
  const shared = { shop, softDescriptor: !values['no-soft-descriptor'] };
  const named = pv.map((number, index): Merchant => ({ pv: number, key: key[index] ?? '', ...shared }));
  const merchants = named.length > 0 ? named : [{ ...DEMO_MERCHANT, ...shared }];
  return { host: { ...common, merchants }, endWithParent: values['end-with-parent'] ?? false };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        ...COMMON_OPTIONS,
        pv: { type: 'string', multiple: true },
        key: { type: 'string', multiple: true },
        shop: { type: 'string' },
        'no-soft-descriptor': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
