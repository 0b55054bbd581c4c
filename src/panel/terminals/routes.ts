import type { Catalogue, ListedTerminal, PhysicalTerminal } from '../../operations/index.ts';
import { actingFor, nameOf, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf, wantedOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { type PhysicalTerminalRow, TerminalBody, type TerminalRow, type TerminalSettings } from './schema.ts';

/** Where a shop sells: names, physical terminals and how each payment client behaves. */
export function terminalRoutes({ catalogue }: { readonly catalogue: Catalogue }): readonly AnyPanelRoute[] {
  const find = async (personId: number, id: number) => {
    const found = await catalogue.findTerminal(personId, id);
    if (!found) throw refusePanel('record_unknown');
    return rowOf(found);
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
      query: PageQuery,
      run: async (call) =>
        answeredPage(
          await catalogue.listTerminals(actingFor(call), wantedOf(call.query)),
          pageOf(call.query),
          rowOf,
        ),
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

function rowOf({ terminal: { id, name, settings }, physical }: ListedTerminal): TerminalRow {
  return { id, name, physical: physicalRowOf(physical), settings };
}

function physicalRowOf({ id, name, installationId }: PhysicalTerminal): PhysicalTerminalRow {
  return { id, name, installationId };
}
