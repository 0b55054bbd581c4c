import { type Fields, group, identifier, list, message } from '../../http/index.ts';
import type { ErrorForm } from '../profiles/profile.ts';

/** What a bank says is wrong. */
export interface Problem {
  /** `CobOperacaoInvalida`, or the bank's own name for it. */
  readonly code: string;
  /** Undefined where the bank says nothing. */
  readonly message: string | undefined;
  /** Names of the members that are wrong. */
  readonly members: readonly string[];
}

const MAX_CODE = 60;
const MEMBER = /^[A-Za-z0-9_.[\]]{1,80}$/;

/** The problem in an answer; undefined where it has none of the forms. */
export function readProblem(fields: Fields, forms: readonly ErrorForm[]): Problem | undefined {
  for (const form of forms) {
    const problem = READERS[form](fields);
    if (problem) return problem;
  }
  return undefined;
}

const READERS: Readonly<Record<ErrorForm, (fields: Fields) => Problem | undefined>> = {
  problem: (fields) => {
    const { type } = fields;
    const code = typeof type === 'string' ? lastPart(type) : undefined;
    if (code === undefined) return undefined;
    const violations = list(fields, 'violacoes') ?? [];
    const told = violations
      .map((violation) => message(violation, 'razao'))
      .find((text) => text !== undefined);
    const members = violations.flatMap(({ propriedade }) =>
      typeof propriedade === 'string' && MEMBER.test(propriedade) ? [propriedade] : [],
    );
    return { code, message: message(fields, 'detail') ?? told ?? message(fields, 'title'), members };
  },
  bb: (fields) => {
    const [first] = list(fields, 'erros') ?? [];
    if (first) {
      const code = identifier(first, 'codigo');
      return code === undefined ? undefined : { code, message: message(first, 'mensagem'), members: [] };
    }
    const error = message(fields, 'error');
    if (fields.statusCode === undefined || error === undefined) return undefined;
    return { code: error.slice(0, MAX_CODE), message: message(fields, 'message'), members: [] };
  },
  efi: (fields) => {
    const code = identifier(fields, 'nome');
    if (code === undefined) return undefined;
    const text = message(fields, 'mensagem') ?? message(group(fields, 'erros'), 'mensagem');
    return { code, message: text, members: [] };
  },
  itau: (fields) => {
    const code = identifier(fields, 'codigo');
    if (code === undefined) return undefined;
    const wrong = list(fields, 'campos') ?? [];
    const told = wrong.map((field) => message(field, 'mensagem')).find((text) => text !== undefined);
    const members = wrong.flatMap(({ campo }) =>
      typeof campo === 'string' && MEMBER.test(campo) ? [campo] : [],
    );
    return { code, message: told ?? message(fields, 'mensagem'), members };
  },
};

function lastPart(address: string): string | undefined {
  const name = address.split('/').at(-1) ?? '';
  return /^[A-Za-z][A-Za-z0-9_-]{0,59}$/.test(name) ? name : undefined;
}
