import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { SQLITE_FILE_NAME } from '../../src/platform/database/index.ts';
import type { DatabasePlace } from './databases.ts';

/** Columns in which a copy differs from the demo sale that it was made of; `n` counts the copies. */
const OWN_VALUES: Readonly<Record<string, string>> = {
  id: `substr(id, 1, 24) || printf('%012x', n)`,
  reference_id: `'massa-' || n`,
  nsu: `printf('%09d', 500000000 + n)`,
  provider_reference: `'massa' || n`,
  created_at: `created_at - n % 86400000`,
};

/**
 * Copies the demo sales of a SQLite database until there are `count` sales: as rows alone, for lists and
 * searches among many.
 */
export function multiplyDemoSales({ dataDir }: Pick<DatabasePlace, 'dataDir'>, count: number): void {
  const file = new DatabaseSync(join(dataDir, SQLITE_FILE_NAME), { timeout: 60_000 });
  try {
    file.exec('pragma cache_size = -256000; pragma synchronous = off');
    // Built once at the end, indexes take a fifth of the time.
    const indexes = file
      .prepare(
        `select name, sql from sqlite_master where tbl_name = 'transactions' and type = 'index' and sql is not null`,
      )
      .all();
    const columns = file
      .prepare(`select name from pragma_table_info('transactions')`)
      .all()
      .map(({ name }) => String(name));
    const values = columns.map((name) => OWN_VALUES[name] ?? name);
    const { demo } = file.prepare('select count(*) as demo from transactions where demo = 1').get() as {
      demo: number;
    };
    file.exec(`
      begin immediate;
      ${indexes.map(({ name }) => `drop index "${name}";`).join('\n')}
      insert into transactions (${columns.join(', ')})
      select ${values.join(', ')}
      from (
        select demo_sales.*, row_number() over () as n
        from (select * from transactions where demo = 1) as demo_sales,
          (with recursive round (number) as (values (1) union all select number + 1 from round)
            select number from round limit ${Math.ceil(count / demo)})
        limit ${count} - (select count(*) from transactions)
      );
      ${indexes.map(({ sql }) => `${sql};`).join('\n')}
      commit`);
  } finally {
    file.close();
  }
}
