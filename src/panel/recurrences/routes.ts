import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { SalesReader } from '../../gateway/transactions/index.ts';
import { RECURRENCE_VIEWS, type SellerRecurrences } from '../../operations/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingFor, activePerson, numberIn, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { NewRecurrenceBody, type Recurrence, type RecurrenceTry } from './schema.ts';
import { recurrenceOf, recurrenceRow, tryOf } from './show-recurrence.ts';

export interface RecurrenceRoutesOptions {
  readonly sellerRecurrences: SellerRecurrences;
  readonly sales: Pick<SalesReader, 'list'>;
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly clock: Clock;
}

const MAX_REFERENCE = 100;
/** Keeps idempotency keys of the panel apart from those of the shop's system. */
const KEY_PREFIX = 'painel:';
/** An entry has at most eight tries; other sales may have the same reference. */
const MAX_SALES_READ = 100;

const ListQuery = Type.Object({
  ...PageQuery.properties,
  view: Type.Optional(Type.Enum([...RECURRENCE_VIEWS], { type: 'string' })),
  reference: Type.Optional(Type.String({ maxLength: MAX_REFERENCE })),
  client: Type.Optional(Type.Integer({ minimum: 1 })),
});

/** The monthly charges of clients' cards. */
export function recurrenceRoutes({
  sellerRecurrences,
  sales,
  accounts,
  clock,
}: RecurrenceRoutesOptions): readonly AnyPanelRoute[] {
  const shown = async (call: PanelCall<unknown, unknown>): Promise<Recurrence> => {
    const details = await sellerRecurrences.find(actingFor(call), recordIdOf(call));
    if (!details) throw refusePanel('record_unknown');
    return recurrenceOf(details, clock.now());
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/recurrences',
      access: 'clients.read',
      compressed: true,
      query: ListQuery,
      run: async (call) => {
        const page = pageOf(call.query);
        const { view, reference, client } = call.query;
        const filter = {
          personId: actingFor(call),
          clientId: client,
          view,
          text: reference?.trim() || undefined,
        };
        const wanted = { beforeId: page.after, limit: page.limit + 1 };
        return answeredPage(await sellerRecurrences.list(filter, wanted), page, (listed) =>
          recurrenceRow(listed, clock.now()),
        );
      },
    }),
    panelRoute({ method: 'GET', path: '/recurrences/:id', access: 'clients.read', run: shown }),
    panelRoute({
      method: 'GET',
      path: '/recurrences/:id/entries/:number/tries',
      access: 'clients.read',
      run: async (call): Promise<{ readonly items: readonly RecurrenceTry[] }> => {
        const personId = actingFor(call);
        const wanted = { recurrenceId: recordIdOf(call), number: numberIn(call, 'number') };
        const ofEntry = await sellerRecurrences.findSalesOfEntry(personId, wanted);
        if (!ofEntry) throw refusePanel('record_unknown');
        const { reference, chargeId } = ofEntry;
        const { sales: found } = await sales.list(
          { merchantId: personId, search: reference },
          { limit: MAX_SALES_READ },
        );
        return { items: found.filter(({ order }) => order.chargeId === chargeId).map(tryOf) };
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/recurrences',
      access: 'clients.write',
      body: NewRecurrenceBody,
      run: async (call) => {
        const personId = actingFor(call);
        if (call.idempotencyKey === undefined) throw refusePanel('idempotency_key_missing');
        await activePerson(accounts, personId);
        const { firstDay, description, reference, ...terms } = call.body;
        const wanted = {
          ...terms,
          personId,
          startsAt: `${firstDay}T00:00:00`,
          description: description?.trim() || undefined,
          reference: reference?.trim() || undefined,
        };
        const key = `${KEY_PREFIX}${call.idempotencyKey}`;
        const { id } = await sellerRecurrences.create(wanted, key, (transaction, made) =>
          call.audit(transaction, `recorrencia:${made.id}`),
        );
        const details = await sellerRecurrences.find(personId, id);
        if (!details) throw refusePanel('record_unknown');
        return recurrenceOf(details, clock.now());
      },
    }),
    ...changeRoutes(sellerRecurrences, shown),
  ];
}

/** Cancels a recurrence, pauses it, or lets it go on. */
function changeRoutes(
  sellerRecurrences: SellerRecurrences,
  shown: (call: PanelCall<unknown, unknown>) => Promise<Recurrence>,
): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'POST',
      path: '/recurrences/:id/cancel',
      access: 'clients.write',
      run: async (call) => {
        const id = recordIdOf(call);
        await sellerRecurrences.cancel({ personId: actingFor(call), id }, (transaction) =>
          call.audit(transaction, `recorrencia:${id}`),
        );
        return shown(call);
      },
    }),
    ...(['pause', 'resume'] as const).map((verb) =>
      panelRoute({
        method: 'POST',
        path: `/recurrences/:id/${verb}`,
        access: 'clients.write',
        run: async (call) => {
          const id = recordIdOf(call);
          const request = { personId: actingFor(call), id, paused: verb === 'pause' };
          await sellerRecurrences.pause(request, (transaction) =>
            call.audit(transaction, `recorrencia:${id}`),
          );
          return shown(call);
        },
      }),
    ),
  ];
}
