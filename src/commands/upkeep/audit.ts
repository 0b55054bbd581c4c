import { resolve } from 'node:path';
import type { ChainEnd } from '../../accounts/audit/index.ts';
import { fileFault } from '../../platform/files/file-fault.ts';
import { readArchive } from '../../platform/retention/index.ts';
import { auditFaultText } from '../line/audit-fault-text.ts';
import { type Command, type CommandAnswer, type CommandContext, UsageError } from '../line/command.ts';
import { textTable } from '../line/text-table.ts';
import { isoTime, timeWriter } from '../line/times.ts';
import { readFirstDay, readId, readLastDay } from '../line/values.ts';

const list: Command = {
  name: 'audit list',
  summary: 'lista o que foi feito e recusado, por quem e de onde, do mais novo ao mais antigo',
  options: {
    person: { summary: 'só o que esta pessoa fez ou foi feito por ela', value: 'ID' },
    operation: { summary: "só esta operação, como Produto/Insert ou 'person activate'", value: 'NOME' },
    from: { summary: 'a partir deste dia', value: 'AAAA-MM-DD' },
    to: { summary: 'até este dia, inclusive', value: 'AAAA-MM-DD' },
    before: { summary: 'continua depois desta linha', value: 'ID' },
  },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const [from, to] = [args.optionalText('from'), args.optionalText('to')];
    const filter = {
      personId: person === undefined ? undefined : readId(person, '--person'),
      operation: args.optionalText('operation'),
      from: from === undefined ? undefined : readFirstDay(from, context.timeZone, '--from'),
      until: to === undefined ? undefined : readLastDay(to, context.timeZone, '--to'),
      beforeId: args.optionalText('before'),
    };
    const { accounts } = await context.rooms();
    const { rows, nextBeforeId } = await accounts.listAudit(filter);
    const write = timeWriter(context.timeZone);
    const table = textTable(
      ['DATA', 'OPERAÇÃO', 'ORIGEM', 'PESSOA', 'POR', 'REGISTRO', 'RESULTADO', 'DE ONDE', 'DETALHE'],
      rows.map((row) => [
        write(row.at),
        row.operation,
        row.origin ?? '',
        String(row.person_id ?? ''),
        String(row.for_person_id ?? ''),
        row.record ?? '',
        row.result,
        row.address,
        row.detail ?? '',
      ]),
    );
    const more = nextBeforeId === undefined ? '' : `\nHá mais: --before ${nextBeforeId}`;
    return {
      record: {
        entries: rows.map((row) => ({
          id: row.id,
          at: isoTime(row.at),
          operation: row.operation,
          origin: row.origin,
          personId: row.person_id,
          role: row.role,
          userId: row.user_id,
          credentialId: row.credential_id,
          forPersonId: row.for_person_id,
          record: row.record,
          result: row.result,
          address: row.address,
          detail: row.detail,
        })),
        nextBeforeId: nextBeforeId ?? null,
      },
      text: rows.length === 0 ? 'Nada.' : table + more,
    };
  },
};

const POINT = /^([1-9]\d{0,15}):([A-Za-z0-9_-]{43})$/;

const verify: Command = {
  name: 'audit verify',
  summary: 'confere se nenhuma linha do que foi feito foi mudada, retirada ou posta por fora',
  options: {
    since: {
      summary: 'só o que veio depois deste ponto, que uma conferência anterior mostrou',
      value: 'NÚMERO:ELO',
    },
    archive: {
      summary: 'confere o que saiu do banco, nos arquivos audit-*.jsonl desta pasta',
      value: 'PASTA',
    },
  },
  details: () =>
    'Guarde o ponto que o comando mostra fora desta máquina: com ele se prova depois que nada antes dele foi retirado.\n' +
    'Sai com 1 quando algo não confere, e diz a primeira linha.',
  run: async (context, args) => {
    const since = args.optionalText('since');
    const point = since === undefined ? undefined : readPoint(since);
    const archive = args.optionalText('archive');
    if (archive !== undefined) return verifyArchive(context, archive, point);
    const { accounts } = await context.rooms();
    const { rows, unsealed, removed, head, fault } = await accounts.verifyAudit(point);
    const end = head && `${head.seq}:${head.link}`;
    const before =
      removed > 0 ? `\nAs linhas até a de número ${removed} já saíram do banco (GUICHE_KEEP_AUDIT).` : '';
    const counted = `Linhas conferidas: ${rows}${unsealed > 0 ? `, ${unsealed} delas ainda fora da corrente` : ''}.`;
    return {
      failed: fault !== undefined,
      record: { rows, unsealed, removed, head: end ?? null, fault: fault ?? null },
      text: fault
        ? `${auditFaultText(fault)}\n${counted}${before}`
        : `Tudo confere. ${counted}${before}${end ? `\nPonto: ${end}` : ''}`,
    };
  },
};

async function verifyArchive(
  context: CommandContext,
  folder: string,
  point: ChainEnd | undefined,
): Promise<CommandAnswer> {
  const { accounts } = await context.rooms();
  const { rows, first, last, fault } = await accounts
    .verifyAuditArchive(readArchive(resolve(folder), 'audit'), point)
    .catch((error) => {
      throw new UsageError(archiveFaultText(folder, error));
    });
  const counted = rows > 0 ? `Linhas conferidas: ${rows}, da ${first} à ${last}.` : 'Nenhuma linha.';
  return {
    failed: fault !== undefined,
    record: { rows, first, last, fault: fault ?? null },
    text: fault ? `No arquivo: ${auditFaultText(fault)}\n${counted}` : `O arquivo confere. ${counted}`,
  };
}

function archiveFaultText(folder: string, error: unknown): string {
  if (!(error instanceof Error)) throw error;
  if (!('code' in error)) return `O arquivo não pôde ser lido: ${error.message}`;
  return error.code === 'ENOENT'
    ? `A pasta ${folder} não existe. O serviço a cria quando tira do banco as primeiras linhas (GUICHE_KEEP_AUDIT).`
    : `A pasta ${folder} não pôde ser lida: ${fileFault(error)}.`;
}

function readPoint(text: string): ChainEnd {
  const [, seq, link] = POINT.exec(text) ?? [];
  if (seq === undefined || link === undefined) {
    throw new UsageError(`--since deve ser o ponto que audit verify mostrou, NÚMERO:ELO, não "${text}".`);
  }
  return { seq: Number(seq), link };
}

export const auditCommands: readonly Command[] = [list, verify];
