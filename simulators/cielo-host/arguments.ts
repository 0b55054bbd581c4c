import { parseArgs } from 'node:util';
import { COMMON_OPTIONS, COMMON_USAGE, readCommon } from '../host/arguments.ts';
import { DEMO_MERCHANT } from './access/merchants.ts';
import type { CieloHostOptions } from './cielo-host.ts';

export interface Arguments {
  readonly host: CieloHostOptions;
  readonly endWithParent: boolean;
}

export const USAGE = `Uso: npm run -s cielo-host -- [opções]

Responde como a sandbox da Cielo, só nesta máquina: vendas em um endereço, consultas em outro.

  --port N             porta das vendas (sem ela, uma livre)
  --query-port N       porta das consultas (padrão: a seguinte à das vendas)
  ${COMMON_USAGE.time}
  --unique-orders      um número de pedido só vale uma vez (302)
  --cancels-unfinished garantia de cancelamento: a Cielo desfaz sozinha o que ficou sem resposta
  --no-zero-auth       a loja não contratou o Zero Auth (322)
  --no-pix             a loja não contratou o Pix (133)
  --approvals CÓDIGOS  sandbox (4 e 6, padrão) ou issuer (00), como em produção
  --codes-in-queries S on (padrão) ou off: as consultas não repetem o ReturnCode
  --one-day            nenhuma data depois do dia em que começou, por mais rápido que o tempo passe
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
  const query = readCommon({ port: values['query-port'] });
  if (typeof query === 'string') return query.replace('--port', '--query-port');
  const { approvals = 'sandbox', 'codes-in-queries': codes = 'on' } = values;
  if (approvals !== 'sandbox' && approvals !== 'issuer') return '--approvals deve ser sandbox ou issuer';
  if (codes !== 'on' && codes !== 'off') return '--codes-in-queries deve ser on ou off';
  const merchant = {
    ...DEMO_MERCHANT,
    uniqueOrders: values['unique-orders'] ?? false,
    cancelsUnfinished: values['cancels-unfinished'] ?? false,
    withoutZeroAuth: values['no-zero-auth'] ?? false,
    withoutPix: values['no-pix'] ?? false,
  };
  return {
    host: {
      ...common,
      ...(values['query-port'] !== undefined && { queryPort: query.port }),
      merchants: [merchant],
      manner: { approvals, codesInQueries: codes === 'on', oneDay: values['one-day'] ?? false },
    },
    endWithParent: values['end-with-parent'] ?? false,
  };
}

function valuesOf(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      options: {
        ...COMMON_OPTIONS,
        'query-port': { type: 'string' },
        'unique-orders': { type: 'boolean' },
        'cancels-unfinished': { type: 'boolean' },
        'no-zero-auth': { type: 'boolean' },
        'no-pix': { type: 'boolean' },
        approvals: { type: 'string' },
        'codes-in-queries': { type: 'string' },
        'one-day': { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
