import type { Fields } from '../../host/fields.ts';
import { Problem, type ProblemType, violation } from './problems.ts';

const MAX_ITEMS = 1_000;
const USUAL_ITEMS = 100;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

export interface Period {
  readonly from: number;
  readonly to: number;
}

/** `inicio` and `fim`, both of them. */
export function periodOf({ inicio, fim }: Fields, type: ProblemType): Period {
  const from = instantOf(inicio);
  if (from === undefined) throw violation(type, 'inicio', 'não respeita o schema', inicio ?? '');
  const to = instantOf(fim);
  if (to === undefined) throw violation(type, 'fim', 'não respeita o schema', fim ?? '');
  if (to < from) throw violation(type, 'fim', 'é anterior a inicio', fim);
  return { from, to };
}

export function instantOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !INSTANT.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/** Documents that a list is narrowed to: one of the two, or none. */
export function documentOf({ cpf, cnpj }: Fields, type: ProblemType): string | undefined {
  if (cpf !== undefined && cnpj !== undefined) {
    throw new Problem(type, 'cpf e cnpj não podem vir juntos', [
      { razao: 'ambos os parâmetros estão preenchidos', propriedade: 'cpf' },
    ]);
  }
  const document = cpf ?? cnpj;
  return typeof document === 'string' ? document : undefined;
}

export function flagOf(query: Fields, name: string, type: ProblemType): boolean | undefined {
  const value = query[name];
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw violation(type, name, 'não respeita o schema', value);
  return value === 'true';
}

/** One page of a list and the parameters that the answer repeats. */
export function pageOf<Item>(items: readonly Item[], query: Fields, type: ProblemType) {
  const page = wholeOf(query, 'paginacao.paginaAtual', 0, { least: 0, most: Number.MAX_SAFE_INTEGER }, type);
  const size = wholeOf(query, 'paginacao.itensPorPagina', USUAL_ITEMS, { least: 1, most: MAX_ITEMS }, type);
  return {
    items: items.slice(page * size, (page + 1) * size),
    paginacao: {
      paginaAtual: page,
      itensPorPagina: size,
      quantidadeDePaginas: Math.ceil(items.length / size),
      quantidadeTotalDeItens: items.length,
    },
  };
}

function wholeOf(
  query: Fields,
  name: string,
  usual: number,
  { least, most }: { readonly least: number; readonly most: number },
  type: ProblemType,
): number {
  const text = query[name];
  if (text === undefined) return usual;
  const number = typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= least && number <= most))
    throw violation(type, name, `deve ser de ${least} a ${most}`, text);
  return number;
}
