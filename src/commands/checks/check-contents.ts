import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createCaseStore } from '../../gateway/transactions/index.ts';
import { photoFilesIn } from '../../operations/index.ts';
import type { Database } from '../../platform/database/index.ts';
import { ARCHIVE_FOLDER } from '../../platform/retention/index.ts';
import { counted } from '../../platform/text/number-text.ts';
import { spokenTime } from '../line/times.ts';
import type { Finding } from './finding.ts';

interface CountedTables {
  readonly persons: object;
  readonly transactions: { readonly created_at: number };
  readonly sales: object;
  readonly postbacks: { readonly state: string };
  readonly photos: { readonly id: string; readonly person_id: number | null };
  readonly database_stamps: { readonly name: string; readonly value: string };
}

/** Photos named at most, of those that are missing. */
const MAX_NAMED = 3;

/** What a copy holds. */
export async function checkContents(
  database: Database,
  place: { readonly folder: string; readonly timeZone: string },
): Promise<readonly Finding[]> {
  return [
    await contents(database, place),
    await openWork(database),
    await photos(database, place.folder),
    archive(place.folder),
  ];
}

async function contents(database: Database, { timeZone }: { readonly timeZone: string }): Promise<Finding> {
  const tables = database.read<CountedTables>();
  const count = async (table: 'persons' | 'transactions' | 'sales') => {
    const { rows } = await tables
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    return Number(rows);
  };
  const { last } = await tables
    .selectFrom('transactions')
    .select(({ fn }) => fn.max('created_at').as('last'))
    .executeTakeFirstOrThrow();
  const mode = await tables
    .selectFrom('database_stamps')
    .select('value')
    .where('name', '=', 'mode')
    .executeTakeFirst();
  const newest = last === null ? '' : `, a última de ${spokenTime(Number(last), timeZone)}`;
  const text = [
    mode?.value ?? 'sem modo',
    counted(await count('persons'), 'pessoa'),
    `${counted(await count('transactions'), 'transação', 'transações')}${newest}`,
    counted(await count('sales'), 'venda do caixa', 'vendas do caixa'),
  ].join(', ');
  return { title: 'Conteúdo', state: 'good', text, advice: null };
}

/** After a restore recovery asks the acquirer about the cases, and the postbacks are sent. */
async function openWork(database: Database): Promise<Finding> {
  const { open, manual } = await createCaseStore(database).counts();
  const { waiting } = await database
    .read<CountedTables>()
    .selectFrom('postbacks')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  const text = `${counted(open, 'transação', 'transações')} em verificação, ${manual} à espera de uma pessoa, ${counted(waiting, 'aviso')} por enviar`;
  return { title: 'Em andamento', state: 'info', text, advice: null };
}

async function photos(database: Database, folder: string): Promise<Finding> {
  const rows = await database
    .read<CountedTables>()
    .selectFrom('photos')
    .select('id')
    .where('person_id', 'is not', null)
    .execute();
  const missing = rows.filter(({ id }) => photoFilesIn(folder, id).some((path) => !existsSync(path)));
  if (missing.length === 0)
    return { title: 'Fotos', state: 'good', text: `${rows.length}, todas na cópia`, advice: null };
  const named = missing.slice(0, MAX_NAMED).map(({ id }) => id);
  return {
    title: 'Fotos',
    state: 'warn',
    text: `${missing.length} de ${rows.length} faltam, como ${named.join(', ')}`,
    advice: 'Copie também a pasta photos da origem; sem elas, só as imagens de produtos e pessoas se perdem.',
  };
}

function archive(folder: string): Finding {
  const path = join(folder, ARCHIVE_FOLDER);
  const files = existsSync(path) ? readdirSync(path).length : 0;
  return { title: 'Arquivo de dados antigos', state: 'info', text: counted(files, 'arquivo'), advice: null };
}
