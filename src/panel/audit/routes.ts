import { Readable } from 'node:stream';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { dayAfter } from '../../platform/time/local-days.ts';
import { BYTE_ORDER_MARK, csvLine } from '../interface/csv.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { originTitle, recordTitle, resultTitle } from './entry-words.ts';
import { operationTitle } from './operation-words.ts';
import { AuditQuery, type AuditRow } from './schema.ts';

export interface AuditDependencies {
  readonly accounts: Accounts;
  readonly clock: Clock;
  readonly time: LocalTime;
}

type AuditFilter = NonNullable<Parameters<Accounts['listAudit']>[0]>;

const MAX_EXPORTED_PAGES = 10_000;

/** The audit log, filtered by person, user, origin and time; also as CSV. */
export function auditRoutes(dependencies: AuditDependencies): readonly AnyPanelRoute[] {
  const { accounts, clock, time } = dependencies;
  const filterOf = (query: AuditQuery): AuditFilter => ({
    personId: query.of,
    userId: query.user,
    operation: query.operation,
    origin: query.origin as AuditFilter['origin'],
    from: query.from === undefined ? undefined : time.startOfDay(dayIn(query.from, 'from')),
    until: query.to === undefined ? undefined : time.startOfDay(dayAfter(dayIn(query.to, 'to'))),
    beforeId: query.cursor,
  });
  return [
    panelRoute({
      method: 'GET',
      path: '/audit',
      access: 'platform.audit.read',
      compressed: true,
      query: AuditQuery,
      run: async ({ query }) => {
        const { rows, nextBeforeId } = await accounts.listAudit(filterOf(query));
        return { items: await auditRows(accounts, rows), next: nextBeforeId ?? null };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/audit.csv',
      access: 'platform.audit.read',
      query: AuditQuery,
      run: async (call) => {
        await call.auditAlone();
        const name = `auditoria-${time.day(clock.now())}.csv`;
        call.reply.header('Content-Disposition', `attachment; filename="${name}"`);
        return call.reply
          .type('text/csv; charset=utf-8')
          .send(Readable.from(csvOf(dependencies, filterOf(call.query))));
      },
    }),
  ];
}

type StoredRows = Awaited<ReturnType<Accounts['listAudit']>>['rows'];

async function auditRows(accounts: Accounts, rows: StoredRows): Promise<readonly AuditRow[]> {
  const ids = rows.flatMap(({ person_id, for_person_id }) => [person_id ?? [], for_person_id ?? []].flat());
  const persons = await accounts.namesOfPersons([...new Set(ids)]);
  const users = await accounts.panel.namesOf([...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]);
  const named = (id: number | null, names: ReadonlyMap<number, string>) =>
    id === null ? null : { id, name: names.get(id) ?? '' };
  return rows.map((row) => ({
    id: row.id,
    at: new Date(row.at).toISOString(),
    operation: row.operation,
    title: operationTitle(row.operation),
    origin: row.origin,
    user: named(row.user_id, users),
    person: named(row.person_id, persons),
    forPerson: named(row.for_person_id, persons),
    record: row.record,
    recordTitle: recordTitle(row.record),
    result: row.result,
    resultTitle: resultTitle(row.result),
    address: row.address,
    detail: row.detail,
  }));
}

const TITLES = [
  'Data',
  'Hora',
  'Operação',
  'Por onde',
  'Usuário',
  'Pessoa',
  'Pela pessoa',
  'Registro',
  'Resultado',
  'De onde',
  'Detalhe',
];

async function* csvOf({ accounts, time }: AuditDependencies, filter: AuditFilter): AsyncGenerator<string> {
  yield `${BYTE_ORDER_MARK}${csvLine(TITLES)}`;
  let { beforeId } = filter;
  for (let page = 0; page < MAX_EXPORTED_PAGES; page += 1) {
    const { rows, nextBeforeId } = await accounts.listAudit({ ...filter, beforeId });
    yield (await auditRows(accounts, rows)).map((row) => csvLine(cellsOf(row, time))).join('');
    if (nextBeforeId === undefined) return;
    beforeId = nextBeforeId;
  }
}

function cellsOf(row: AuditRow, time: LocalTime): readonly string[] {
  const [day = '', clock = ''] = time.brazilian(Date.parse(row.at)).slice(0, 19).split(' ');
  const person = (one: AuditRow['person']) => (one ? `${one.name} (${one.id})` : '');
  return [
    day,
    clock,
    row.title,
    originTitle(row.origin),
    row.user ? `${row.user.name} (${row.user.id})` : '',
    person(row.person),
    person(row.forPerson),
    row.recordTitle,
    row.resultTitle,
    row.address,
    row.detail ?? '',
  ];
}

function dayIn(day: string, field: string): string {
  if (Number.isNaN(Date.parse(day))) throw refusePanel('field_invalid', { field });
  return day;
}
