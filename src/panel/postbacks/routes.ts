import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { History } from '../../gateway/history/index.ts';
import {
  POSTBACK_STATES,
  type PostbackStore,
  type Postbacks,
  postbackId,
  readPostbackId,
  type PostbackRow as StoredPostback,
} from '../../gateway/postbacks/index.ts';
import type { SalesReader } from '../../gateway/transactions/index.ts';
import { readLater } from '../../platform/http/index.ts';
import { splitPage } from '../../platform/lists/page.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { moment } from '../interface/moment.ts';
import { dayOf, type Query, readLimit, textOf } from '../interface/read-query.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { errorWords, postbackRowOf } from './postback-row.ts';
import { type Postback, PostbackTestBody } from './schema.ts';

export interface PostbackRoutesOptions {
  readonly accounts: Accounts;
  readonly sales: SalesReader;
  readonly history: Pick<History, 'of'>;
  readonly postbacks: PostbackStore;
  readonly delivery: Pick<Postbacks, 'wake' | 'test'>;
  /** Ids of a merchant's requests to store a card, whose postbacks name no sale. */
  cardsByReference(merchantId: number, referenceId: string, limit: number): Promise<readonly string[]>;
  readonly time: LocalTime;
}

const AnyQuery = readLater(Type.Object({}));
const DAY_MS = 24 * 60 * 60_000;
/** Maximum number of sales that match the search text. */
const MAX_FOUND = 100;

/** Postbacks to shops: list, show, resend. */
export function postbackRoutes(options: PostbackRoutesOptions): readonly AnyPanelRoute[] {
  const { accounts, postbacks, delivery } = options;
  const testing = new Set<number>();
  return [
    panelRoute({
      method: 'GET',
      path: '/postbacks',
      access: 'postbacks.read',
      compressed: true,
      query: AnyQuery,
      run: async ({ personId, query, visitor }) => {
        const given = (query ?? {}) as Query;
        const limit = readLimit(given);
        const rows = await postbacks.page({
          ...(await filterOf(options, given, personId)),
          limit: limit + 1,
        });
        const { shown, last } = splitPage(rows, limit);
        const names = await accounts.namesOfPersons([...new Set(shown.map((row) => row.merchant_id))]);
        return {
          items: shown.map((row) => postbackRowOf(row, names.get(row.merchant_id) ?? '')),
          next: last ? postbackId(keyOf(last)) : null,
          failed: await postbacks.countFailed(personId ?? visitor.person.id),
        };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/postbacks/:transactionId/:version',
      access: 'postbacks.read',
      query: AnyQuery,
      run: async (call) => showPostback(options, await postbackOf(options, call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/postbacks/:transactionId/:version/resend',
      access: 'postbacks.resend',
      run: async (call) => {
        const found = await postbackOf(options, call);
        const record = `postback:${postbackId(keyOf(found))}`;
        await call.auditAround({ record, forPersonId: found.merchant_id }, () =>
          postbacks.resend(keyOf(found)),
        );
        delivery.wake(found.transaction_id);
        return showPostback(options, await postbackOf(options, call));
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/postbacks/resend-failed',
      access: 'postbacks.resend',
      run: async (call) => {
        const failedOf = call.personId ?? call.visitor.person.id;
        const { resent } = await call.auditAround({ forPersonId: failedOf }, () =>
          postbacks.resend({ failedOf }),
        );
        delivery.wake();
        return { count: resent };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/postbacks/test',
      access: 'postbacks.resend',
      body: PostbackTestBody,
      run: async ({ personId, visitor, body, auditAround }) => {
        const merchantId = personId ?? visitor.person.id;
        const url = receiverUrl(body.url);
        if (testing.has(merchantId)) throw refusePanel('postback_test_running');
        testing.add(merchantId);
        try {
          const { delivered, status, error, milliseconds } = await auditAround(
            { forPersonId: merchantId, detail: new URL(url).host },
            () => delivery.test(merchantId, url),
          );
          return { delivered, httpStatus: status ?? null, error: errorWords(error), milliseconds };
        } finally {
          testing.delete(merchantId);
        }
      },
    }),
  ];
}

async function filterOf(options: PostbackRoutesOptions, query: Query, personId: number | undefined) {
  const { time } = options;
  const search = textOf(query, 'search');
  const from = dayOf(query, 'from');
  const to = dayOf(query, 'to');
  const cursor = textOf(query, 'cursor');
  const before = cursor === undefined ? undefined : readPostbackId(cursor);
  return {
    merchantId: personId,
    state: POSTBACK_STATES.find((state) => state === textOf(query, 'state')),
    since: from === undefined ? undefined : time.startOfDay(from),
    until:
      to === undefined ? undefined : time.startOfDay(time.day(time.startOfDay(to) + DAY_MS + DAY_MS / 2)),
    transactionIds: search === undefined ? undefined : await subjectsOf(options, search, personId),
    before,
  };
}

/** Ids of what postbacks are about: sales that the text finds, and stored cards by their reference or id. */
async function subjectsOf(
  { sales, cardsByReference }: PostbackRoutesOptions,
  search: string,
  personId: number | undefined,
): Promise<readonly string[]> {
  const [found, cards] = await Promise.all([
    sales.list({ merchantId: personId, search }, { limit: MAX_FOUND }),
    personId === undefined ? [] : cardsByReference(personId, search, MAX_FOUND),
  ]);
  return [...found.sales.map(({ id }) => id), ...cards, search.toLowerCase()];
}

async function postbackOf(
  { postbacks }: PostbackRoutesOptions,
  { personId, params }: PanelCall<unknown, unknown>,
): Promise<StoredPostback> {
  const key = readPostbackId(`${params.transactionId}.${params.version}`);
  const row = key && (await postbacks.find(key));
  if (!row || (personId !== undefined && row.merchant_id !== personId)) throw refusePanel('postback_unknown');
  return row;
}

async function showPostback(
  { accounts, history }: PostbackRoutesOptions,
  row: StoredPostback,
): Promise<Postback> {
  const [names, events] = await Promise.all([
    accounts.namesOfPersons([row.merchant_id]),
    history.of(row.transaction_id),
  ]);
  return {
    ...postbackRowOf(row, names.get(row.merchant_id) ?? ''),
    body: row.body,
    attempts: events.flatMap((event) => {
      if (event.kind !== 'postback' || event.details.version !== row.version) return [];
      const { state, httpStatus, error, answer } = event.details;
      return [
        {
          at: moment(event.at),
          httpStatus: httpStatus ?? null,
          error: errorWords(error),
          answer: answer ?? null,
          state: POSTBACK_STATES.find((one) => one === state) ?? 'waiting',
        },
      ];
    }),
  };
}

function keyOf(row: StoredPostback) {
  return { transactionId: row.transaction_id, version: row.version };
}

function receiverUrl(text: string): string {
  const url = URL.parse(text.trim());
  const isFit = url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  if (!isFit) {
    throw refusePanel('field_invalid', {
      field: 'url',
      message: 'Informe um endereço completo, com http:// ou https://.',
    });
  }
  return url.href;
}
