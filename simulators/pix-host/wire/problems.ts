import { randomUUID } from 'node:crypto';
import type { HostAnswer } from '../../host/faults/deliver.ts';
import type { BankQuirks } from '../bank-quirks.ts';

/** Errors of the Banco Central's document, and its status for each. */
const PROBLEMS = {
  RequisicaoInvalida: { status: 400, title: 'Requisição inválida.' },
  AcessoNegado: { status: 403, title: 'Acesso negado.' },
  NaoEncontrado: { status: 404, title: 'Entidade não encontrada.' },
  CobNaoEncontrado: { status: 404, title: 'Cobrança não encontrada.' },
  CobVNaoEncontrada: { status: 404, title: 'Cobrança com vencimento não encontrada.' },
  PixNaoEncontrado: { status: 404, title: 'Pix não encontrado.' },
  PixDevolucaoNaoEncontrada: { status: 404, title: 'Devolução não encontrada.' },
  WebhookNaoEncontrado: { status: 404, title: 'Webhook não encontrado.' },
  PayloadLocationNaoEncontrado: { status: 404, title: 'Location não encontrada.' },
  CobOperacaoInvalida: { status: 400, title: 'Cobrança inválida.' },
  CobVOperacaoInvalida: { status: 400, title: 'Cobrança com vencimento inválida.' },
  CobConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  CobVConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  PixConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  PixDevolucaoInvalida: { status: 400, title: 'Devolução inválida.' },
  WebhookOperacaoInvalida: { status: 400, title: 'Webhook inválido.' },
  WebhookConsultaInvalida: { status: 400, title: 'Consulta inválida.' },
  PayloadLocationOperacaoInvalida: { status: 400, title: 'Location inválida.' },
  ErroInternoDoServidor: { status: 500, title: 'Erro interno.' },
  IndisponibilidadePorTempoEsgotado: { status: 504, title: 'Tempo esgotado.' },
  // Not in the document.
  CredencialInvalida: { status: 401, title: 'Token inválido ou vencido.' },
  NaoAceitavel: { status: 406, title: 'Accept não aceito.' },
} as const;
export type ProblemType = keyof typeof PROBLEMS;

export interface Violation {
  readonly razao: string;
  readonly propriedade: string;
  readonly valor?: string;
}

/** Why a call is refused. */
export class Problem extends Error {
  readonly type: ProblemType;
  readonly violations: readonly Violation[];

  constructor(type: ProblemType, detail: string, violations: readonly Violation[] = []) {
    super(detail);
    this.type = type;
    this.violations = violations;
  }
}

/** A problem with one named member. */
export function violation(type: ProblemType, propriedade: string, razao: string, value?: unknown): Problem {
  return new Problem(type, razao, [
    { razao, propriedade, ...(value === undefined ? {} : { valor: String(value) }) },
  ]);
}

export function isProblemType(text: unknown): text is ProblemType {
  return typeof text === 'string' && Object.hasOwn(PROBLEMS, text);
}

/** The answer, as the bank writes it. */
export function problemAnswer(problem: Problem, quirks: BankQuirks, now: number): HostAnswer {
  const { title, status: documented } = PROBLEMS[problem.type];
  const isMember = documented === 400 && problem.violations.length > 0;
  const status = isMember ? quirks.invalidStatus : documented;
  const { type, message: detail, violations } = problem;
  switch (quirks.errors) {
    case 'bb':
      return {
        status,
        body: {
          erros: [
            {
              codigo: '4769515',
              versao: '1',
              mensagem: detail,
              ocorrencia: `CHOM${String(now).padStart(20, '0')}`,
            },
          ],
        },
      };
    case 'efi':
      return { status, body: { nome: snakeCase(type), mensagem: detail } };
    case 'c6':
      return {
        status,
        type: 'application/problem+json',
        body: {
          type: `https://developers.c6bank.com.br/v1/error/${status === 422 ? 'unprocessable_entity' : snakeCase(type)}`,
          title,
          status,
          detail,
          correlation_id: randomUUID(),
          timestamp: new Date(now).toISOString(),
          ...(violations.length > 0 ? { violacoes: violations } : {}),
        },
      };
    default:
      return {
        status,
        type: 'application/problem+json',
        body: {
          type: `https://pix.bcb.gov.br/api/v2/error/${type}`,
          title,
          status,
          detail,
          correlationId: randomUUID(),
          ...(violations.length > 0 ? { violacoes: violations } : {}),
        },
      };
  }
}

function snakeCase(type: string): string {
  return type.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
}
