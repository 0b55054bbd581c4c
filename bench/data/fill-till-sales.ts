import type { BulkDatabase } from './bulk-database.ts';

const SELLER = 1;
const TERMINAL = 1;
/** Numbers above those that the service gives out meanwhile. */
const FIRST_ID = 1_000_000_000;
const CREDITED = 10;
const MINUTE_MS = 60_000;

/** Methods in turn: cash, card machines and pin-pads; vouchers are rare. */
const METHOD = `case when n % 997 = 0 then 23 when n % 7 < 4 then 41 when n % 7 < 6 then 21 else 22 end`;
const IS_TEF = `(${METHOD}) in (21, 22, 23)`;
/** In a hundred: 94 paid, 2 refused, 2 expired, 2 canceled after they were paid. */
const STATUS = `case when n % 100 < 94 then 10 when n % 100 < 96 then 25 when n % 100 < 98 then 15 else 20 end`;
const WAS_PAID = `(${STATUS}) in (10, 20)`;

/** Sales of one till of the demo seller, at even intervals in the time before now, and their figures by day. */
export async function fillTillSales(database: BulkDatabase, count: number, duringMs: number): Promise<void> {
  const now = Date.now();
  const first = now - duringMs;
  const step = Math.floor((duringMs - MINUTE_MS) / Math.max(1, count));
  const at = `(${first} + n * ${step})`;
  const columns: Readonly<Record<string, string | number>> = {
    id: `${FIRST_ID} + n`,
    person_id: SELLER,
    terminal_id: TERMINAL,
    method_id: METHOD,
    status: STATUS,
    version: 2,
    created_at: at,
    updated_at: at,
    token: `'bench-' || n`,
    reference: `'caixa-' || n`,
    quantity: 1,
    original_value: '1000 + n % 9000',
    surcharge: 0,
    discount: 0,
    final_value: '1000 + n % 9000',
    installments: `case when (${METHOD}) = 21 then 1 + n % 3 else 1 end`,
    installment_kind: 1,
    request_hash: `'bench'`,
    day: database.dialect.dayOf(at),
    credited_at: `case when ${WAS_PAID} then ${at} end`,
    nsu: `case when ${IS_TEF} and ${WAS_PAID} then cast(500000 + n as text) end`,
    authorization_code: `case when ${IS_TEF} and ${WAS_PAID} then cast(700000 + n as text) end`,
    brand: `case when ${IS_TEF} then case when n % 11 = 0 then 'ELO' else 'VISA' end end`,
    acquirer: `case when ${IS_TEF} then 'REDE' end`,
  };
  await database.run(`insert into sales (${Object.keys(columns).join(', ')})
    with recursive numbered(n) as (select cast(1 as bigint) union all select n + 1 from numbered where n < ${count})
    select ${Object.values(columns).join(', ')} from numbered`);
  await database.run('delete from till_sales_by_day');
  await database.run(`insert into till_sales_by_day
      (person_id, day, status, method_id, shard, sales, captured, captured_sum, refunded, refunded_sum)
    select person_id, day, status, method_id, 0, count(*), count(credited_at),
      sum(case when credited_at is not null then final_value else 0 end),
      sum(case when status > ${CREDITED} and credited_at is not null then 1 else 0 end),
      sum(case when status > ${CREDITED} and credited_at is not null then final_value else 0 end)
    from sales where transaction_id is null group by person_id, day, status, method_id`);
}
