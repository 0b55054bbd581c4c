import type {
  Catalogue,
  ListedTerminal,
  PaymentClients,
  PhysicalTerminal,
  Presence,
} from '../../operations/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingFor, nameOf, recordIdOf } from '../interface/acting-for.ts';
import { ArchivableQuery, answeredPage, pageOf, wantedOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import {
  PairingCodeBody,
  type PaymentClientRow,
  type PhysicalTerminalRow,
  TerminalBody,
  type TerminalRow,
  type TerminalSettings,
} from './schema.ts';

/** Throws `record_unknown`. */
type FindTerminal = (personId: number, id: number) => Promise<TerminalRow>;

/** A shop's terminals: names, physical terminals and settings of their payment clients. */
export function terminalRoutes({
  catalogue,
  paymentClients,
  clock,
}: {
  readonly catalogue: Catalogue;
  readonly paymentClients: PaymentClients;
  readonly clock: Clock;
}): readonly AnyPanelRoute[] {
  const find: FindTerminal = async (personId, id) => {
    const found = await catalogue.findTerminal(personId, id);
    if (!found) throw refusePanel('record_unknown');
    const presence = await paymentClients.presenceOf([id]);
    return rowOf(found, presence.get(id));
  };
  const save = async (call: PanelCall<TerminalBody, unknown>, id: number | undefined) => {
    const personId = actingFor(call);
    const { physicalTerminalId, installationId, settings } = call.body;
    const terminal = await catalogue.saveTerminal(
      {
        id,
        personId,
        physicalTerminalId,
        installationId: installationId?.trim() ?? '',
        changes: { name: nameOf(call.body), printerId: undefined, settings: settingsOf(settings) },
        change: { personId: call.visitor.person.id, at: clock.now() },
      },
      (transaction, saved) => call.audit(transaction, `terminal:${saved.id}`),
    );
    return find(personId, terminal.id);
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/terminals',
      access: 'terminals.read',
      query: ArchivableQuery,
      run: async (call) => {
        const wanted = { ...wantedOf(call.query), archived: call.query.archived ?? false };
        const terminals = await catalogue.listTerminals(actingFor(call), wanted);
        const presence = await paymentClients.presenceOf(terminals.map(({ id }) => id));
        return answeredPage(terminals, pageOf(call.query), (one) => rowOf(one, presence.get(one.id)));
      },
    }),
    panelRoute({
      method: 'GET',
      path: '/physical-terminals',
      access: 'terminals.read',
      run: async (call) => ({
        items: (await catalogue.listPhysicalTerminals(actingFor(call))).map(physicalRowOf),
      }),
    }),
    panelRoute({
      method: 'GET',
      path: '/terminals/:id',
      access: 'terminals.read',
      run: (call) => find(actingFor(call), recordIdOf(call)),
    }),
    panelRoute({
      method: 'POST',
      path: '/terminals',
      access: 'terminals.write',
      body: TerminalBody,
      run: (call) => save(call, undefined),
    }),
    panelRoute({
      method: 'PATCH',
      path: '/terminals/:id',
      access: 'terminals.write',
      body: TerminalBody,
      run: (call) => save(call, recordIdOf(call)),
    }),
    ...archiveRoutes(catalogue, find),
    ...pairingRoutes(paymentClients, find),
  ];
}

/** A terminal that is no longer used is kept apart, for what it sold remains. */
function archiveRoutes(
  catalogue: Pick<Catalogue, 'archiveTerminal'>,
  find: FindTerminal,
): readonly AnyPanelRoute[] {
  const route = (path: string, archived: boolean) =>
    panelRoute({
      method: 'POST',
      path,
      access: 'terminals.write',
      run: async (call) => {
        const [personId, id] = [actingFor(call), recordIdOf(call)];
        await catalogue.archiveTerminal({ personId, id, archived }, (transaction) =>
          call.audit(transaction, `terminal:${id}`),
        );
        return find(personId, id);
      },
    });
  return [route('/terminals/:id/archive', true), route('/terminals/:id/reactivate', false)];
}

function pairingRoutes(paymentClients: PaymentClients, find: FindTerminal): readonly AnyPanelRoute[] {
  return [
    panelRoute({
      method: 'POST',
      path: '/terminals/:id/payment-client',
      access: 'terminals.write',
      stepUp: true,
      body: PairingCodeBody,
      run: async (call) => {
        const [personId, terminalId] = [actingFor(call), recordIdOf(call)];
        const request = { personId, terminalId, code: call.body.pairingCode };
        await paymentClients.confirm(request, (transaction, client) =>
          call.audit(transaction, `terminal:${terminalId}`, {
            detail: `payment client ${client.id}`,
          }),
        );
        return find(personId, terminalId);
      },
    }),
    panelRoute({
      method: 'DELETE',
      path: '/terminals/:id/payment-client',
      access: 'terminals.write',
      stepUp: true,
      run: async (call) => {
        const [personId, terminalId] = [actingFor(call), recordIdOf(call)];
        await paymentClients.unpair({ personId, terminalId }, (transaction) =>
          call.audit(transaction, `terminal:${terminalId}`),
        );
        return find(personId, terminalId);
      },
    }),
  ];
}

function settingsOf(settings: TerminalSettings) {
  return {
    asksReference: settings.asksReference ?? false,
    asksClient: settings.asksClient ?? false,
    asksOperator: settings.asksOperator ?? false,
    allowsInstallments: settings.allowsInstallments ?? false,
    allowsDiscount: settings.allowsDiscount ?? false,
    allowsSurcharge: settings.allowsSurcharge ?? false,
    waitsForTef: settings.waitsForTef ?? false,
    pointOfSale: settings.pointOfSale ?? false,
    sellsByValue: settings.sellsByValue ?? false,
    sellsByProduct: settings.sellsByProduct ?? false,
    orders: settings.orders ?? false,
    printsAutomatically: settings.printsAutomatically ?? false,
    printsProducts: settings.printsProducts ?? false,
    printsMerchantReceipt: settings.printsMerchantReceipt ?? false,
    printsBuyerReceipt: settings.printsBuyerReceipt ?? false,
    tefIdentifier: settings.tefIdentifier ?? null,
    trackingInterval: settings.trackingInterval ?? null,
    installmentKind: settings.installmentKind ?? null,
  };
}

function rowOf(
  { terminal: { id, name, settings, archived }, physical }: ListedTerminal,
  presence: Presence | undefined,
): TerminalRow {
  const paymentClient = presence ? paymentClientRow(presence) : null;
  return { id, name, physical: physicalRowOf(physical), settings, archived, paymentClient };
}

function paymentClientRow({ online, version, seenAt, pairedAt }: Presence): PaymentClientRow {
  return {
    online,
    version: version ?? null,
    seenAt: seenAt === undefined ? null : new Date(seenAt).toISOString(),
    pairedAt: new Date(pairedAt).toISOString(),
  };
}

function physicalRowOf({ id, name, installationId }: PhysicalTerminal): PhysicalTerminalRow {
  return { id, name, installationId };
}
