import { localTime } from '../platform/index.ts';
import type { Command } from './command.ts';
import { textTable } from './text-table.ts';
import { isoTime } from './times.ts';
import { readId, readLastDay } from './values.ts';

const DAY_MS = 24 * 60 * 60_000;

const list: Command = {
  name: 'audit list',
  summary: 'lista o que foi feito e recusado, por quem e de onde, do mais novo ao mais antigo',
  options: {
    person: { summary: 'só o que esta pessoa fez ou foi feito por ela', value: 'ID' },
    operation: { summary: "só esta operação, como Produto/Insert ou 'person activate'", value: 'NOME' },
    from: { summary: 'a partir deste dia', value: 'AAAA-MM-DD' },
    until: { summary: 'até este dia, inclusive', value: 'AAAA-MM-DD' },
    before: { summary: 'continua depois desta linha', value: 'ID' },
  },
  run: async (context, args) => {
    const person = args.optionalText('person');
    const [from, until] = [args.optionalText('from'), args.optionalText('until')];
    const filter = {
      personId: person === undefined ? undefined : readId(person, '--person'),
      operation: args.optionalText('operation'),
      from: from === undefined ? undefined : readLastDay(from, context.timeZone, '--from') - DAY_MS,
      until: until === undefined ? undefined : readLastDay(until, context.timeZone, '--until'),
      beforeId: args.optionalText('before'),
    };
    const { accounts } = await context.rooms();
    const { rows, nextBeforeId } = await accounts.listAudit(filter);
    const time = localTime(context.timeZone);
    const table = textTable(
      ['DATA', 'OPERAÇÃO', 'ORIGEM', 'PESSOA', 'POR', 'REGISTRO', 'RESULTADO', 'DE ONDE', 'DETALHE'],
      rows.map((row) => [
        time.iso(row.at),
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

export const auditCommands: readonly Command[] = [list];
