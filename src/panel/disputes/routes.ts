import Type from 'typebox';
import {
  type Dispute,
  type Disputes,
  readDispute,
  readDisputePlace,
  refuseDispute,
  writeDisputePlace,
} from '../../gateway/disputes/index.ts';
import { createListTurns } from '../../gateway/http/index.ts';
import { transactionRefuse } from '../../gateway/transactions/index.ts';
import { readLater } from '../../platform/http/index.ts';
import { pageUpTo } from '../interface/list-page.ts';
import {
  dayOf,
  invalidFilter,
  listOf,
  oneOf,
  type Query,
  readLimit,
  textOf,
} from '../interface/read-query.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { findSale } from '../sales/show-sale.ts';
import { type EvidenceDependencies, evidencePdf } from './collect-evidence.ts';
import { disputeRowOf, shownDispute } from './dispute-row.ts';
import { disputesCsv } from './disputes-csv.ts';
import { type DisputeFileOptions, disputeFileRoutes } from './file-routes.ts';
import { showRates } from './rates.ts';
import {
  DISPUTE_KINDS,
  DISPUTE_STATES,
  DISPUTE_STEPS,
  type DisputeRow,
  DisputeStepBody,
  NewDisputeBody,
  StatementBody,
} from './schema.ts';

export interface DisputeRoutesOptions extends EvidenceDependencies {
  readonly disputes: Disputes;
  readonly photos: DisputeFileOptions['photos'];
}

const TO_ANSWER = 20;
const ROWS_OF_FILE_PAGE = 500;
/** Read one by one, since a repeated key becomes a list. */
const FilterQuery = readLater(Type.Object({}));

/** Payments that buyers contest: what is to be answered, what was, and what came of it. */
export function disputeRoutes(options: DisputeRoutesOptions): readonly AnyPanelRoute[] {
  return [
    ...readingRoutes(options),
    ...writingRoutes(options),
    ...disputeFileRoutes({ ...options, found: (call) => findDispute(options, call) }),
  ];
}

function readingRoutes(options: DisputeRoutesOptions): readonly AnyPanelRoute[] {
  const { disputes, clock, time } = options;
  const inTurn = createListTurns();
  const today = () => time.day(clock.now());
  return [
    panelRoute({
      method: 'GET',
      path: '/disputes',
      access: 'sales.read',
      query: FilterQuery,
      run: async ({ personId, query }) => {
        const asked = query as Query;
        const limit = readLimit(asked);
        const found = await disputes.reader.list(filterOf(asked, personId), {
          limit: limit + 1,
          after: placeOf(asked),
        });
        const day = today();
        return pageUpTo(found, limit, {
          write: (one) => disputeRowOf(one, day),
          placeOf: (one) => writeDisputePlace(one),
        });
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/disputes/to-answer',
      access: 'sales.read',
      run: async ({ personId }) => {
        const [items, { count, firstDay }] = await Promise.all([
          disputes.reader.toAnswer(personId, TO_ANSWER),
          disputes.reader.summary(personId),
        ]);
        const rows = items.map((one) => disputeRowOf(one, today()));
        return { items: rows, count, firstDay: firstDay ?? null, firstDaysLeft: rows[0]?.daysLeft ?? null };
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/disputes/rates',
      access: 'sales.read',
      run: ({ personId }) => showRates(options, personId, today()),
    }),
    panelRoute({
      method: 'GET',
      path: '/disputes.csv',
      access: 'sales.export',
      query: FilterQuery,
      run: async (call) => {
        const filter = filterOf(call.query as Query, call.personId);
        await call.auditAlone();
        call.reply.header('Content-Disposition', 'attachment; filename="disputas.csv"');
        return call.reply
          .type('text/csv; charset=utf-8')
          .send(disputesCsv(pagesOf(disputes, filter, today())));
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/disputes/:id',
      access: 'sales.read',
      run: async (call) => shownDispute(options, await findDispute(options, call), today()),
    }),
    panelRoute({
      method: 'GET',
      path: '/disputes/:id/evidence.pdf',
      access: 'sales.export',
      run: async (call) => {
        const dispute = await findDispute(options, call);
        await call.auditAlone(`transaction:${dispute.transactionId}`);
        const file = await inTurn(dispute.merchantId, () => evidencePdf(options, dispute));
        call.reply.header('Content-Disposition', `attachment; filename="${dispute.transactionId}.pdf"`);
        return call.reply.type('application/pdf').send(file);
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/sales/:id/disputes',
      access: 'sales.read',
      run: async (call) => {
        const found = await disputes.store.ofTransaction((await saleOf(options, call)).id);
        return { items: found.map((one) => disputeRowOf(one, today())) };
      },
    }),
  ];
}

function writingRoutes(options: DisputeRoutesOptions): readonly AnyPanelRoute[] {
  const { disputes, clock, time } = options;
  const today = () => time.day(clock.now());
  return [
    panelRoute({
      method: 'POST',
      path: '/sales/:id/disputes',
      access: 'sales.refund',
      body: NewDisputeBody,
      run: async (call) => {
        const sale = await saleOf(options, call);
        const notice = readDispute(call.body, sale.id, today());
        const { dispute } = await call.auditAround(
          { record: `transaction:${sale.id}`, forPersonId: sale.merchantId },
          () => disputes.record(notice, originOf(call)),
        );
        return shownDispute(options, dispute, today());
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/disputes/:id/step',
      access: 'sales.refund',
      body: DisputeStepBody,
      run: async (call) => {
        const { answer } = call.body;
        const step = DISPUTE_STEPS.find((one) => one === call.body.step);
        if (!step) throw invalidFilter('step', 'O passo não existe.');
        const day = call.body.day ?? today();
        if (day > today()) throw refuseDispute('dispute_day_invalid', { field: 'day' });
        if (step === 'answer' && answer === undefined) {
          throw invalidFilter('answer', 'Diga o que foi enviado à adquirente.');
        }
        const dispute = await findDispute(options, call);
        const after = await call.auditAround(subjectOf(dispute, step), () =>
          disputes.act(dispute, { step, answer, userId: call.visitor.user.id, day }, originOf(call)),
        );
        return shownDispute(options, after, today());
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/disputes/:id/statement',
      access: 'sales.refund',
      body: StatementBody,
      run: async (call) => {
        const dispute = await findDispute(options, call);
        const after = await call.auditAround(subjectOf(dispute), () =>
          disputes.state(dispute, call.body.statement, originOf(call)),
        );
        return shownDispute(options, after, today());
      },
    }),
  ];
}

function originOf({ requestId, visitor }: PanelCall<unknown, unknown>) {
  return { kind: 'panel', requestId, userId: visitor.user.id } as const;
}

function subjectOf({ transactionId, merchantId }: Dispute, detail?: string) {
  return { record: `transaction:${transactionId}`, forPersonId: merchantId, detail };
}

/** Refusal: dispute_not_found. */
async function findDispute(
  { disputes }: Pick<DisputeRoutesOptions, 'disputes'>,
  { personId, params }: Pick<PanelCall<unknown, unknown>, 'personId' | 'params'>,
): Promise<Dispute> {
  const dispute = await disputes.store.find((params.id ?? '').toLowerCase());
  if (!dispute || (personId !== undefined && dispute.merchantId !== personId)) {
    throw refuseDispute('dispute_not_found');
  }
  return dispute;
}

/** Refusal: transaction_not_found. */
async function saleOf(
  options: DisputeRoutesOptions,
  { personId, params }: Pick<PanelCall<unknown, unknown>, 'personId' | 'params'>,
) {
  const sale = await findSale(options, personId, (params.id ?? '').toLowerCase());
  if (!sale) throw transactionRefuse('transaction_not_found', { message: 'Venda não encontrada.' });
  return sale;
}

/** Page after page, while the file is sent. */
async function* pagesOf(
  { reader }: Disputes,
  filter: Parameters<Disputes['reader']['list']>[0],
  today: string,
): AsyncGenerator<readonly DisputeRow[]> {
  let after: Dispute | undefined;
  do {
    const page = await reader.list(filter, { limit: ROWS_OF_FILE_PAGE, after });
    yield page.map((one) => disputeRowOf(one, today));
    after = page.length === ROWS_OF_FILE_PAGE ? page.at(-1) : undefined;
  } while (after);
}

/** Refusal: field_invalid. */
function filterOf(query: Query, merchantId: number | undefined) {
  const states = listOf(query, 'state')?.map((name) => {
    const state = DISPUTE_STATES.find((one) => one === name);
    if (state === undefined) throw invalidFilter('state', 'O filtro state não tem este valor.');
    return state;
  });
  return {
    merchantId,
    states,
    kind: oneOf(query, 'kind', DISPUTE_KINDS),
    from: dayOf(query, 'from'),
    to: dayOf(query, 'to'),
  };
}

function placeOf(query: Query) {
  const cursor = textOf(query, 'cursor');
  const place = cursor === undefined ? undefined : readDisputePlace(cursor);
  if (cursor !== undefined && !place) throw invalidFilter('cursor', 'O cursor não é o de uma página.');
  return place;
}
