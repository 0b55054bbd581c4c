import Type from 'typebox';
import type { KeyHolder } from '../../../accounts/credentials/index.ts';
import { actingPerson } from '../../interface/acting-person.ts';
import { adaptAmounts } from '../../interface/adapt-amounts.ts';
import { inWireNames } from '../../interface/member-names.ts';
import { type Operation, operation, type WithWriteSlot } from '../../interface/operation.ts';
import { mayRefund } from '../../interface/operator-rights.ts';
import { existingId } from '../../interface/record-id.ts';
import { followOnCharge } from '../charged/follow-on-charge.ts';
import { readDetails } from '../listing/read.ts';
import { isCharged } from '../record/flow.ts';
import type { Sale } from '../record/sale.ts';
import { cancelAnySale } from '../selling/cancel-charged.ts';
import { sell } from '../selling/sell.ts';
import { awaitTaken } from '../work/await-taken.ts';
import { workOf } from '../work/work-signals.ts';
import { readSale, SALE_NAMES } from './read-wire.ts';
import type { SaleRooms } from './rooms.ts';
import { CancelBody, SaleBody, SaleRecord } from './schema.ts';
import { writeSale } from './wire.ts';

export function saleOperations(rooms: SaleRooms): readonly Operation[] {
  return [sellOperation(rooms), cancelOperation(rooms)];
}

function sellOperation(rooms: SaleRooms): Operation {
  return operation({
    set: 'Venda',
    method: 'Vender',
    verbs: ['GET', 'POST'],
    summary: 'Faz uma venda em um terminal, por uma forma de pagamento',
    key: 'required',
    forPerson: true,
    wrapper: 'intencaoVenda',
    body: SaleBody,
    adapt: adaptAmounts,
    answer: Type.Object({ intencaoVenda: SaleRecord }),
    withData: true,
    audited: true,
    run: ({ personId, body, holder, idempotencyKey, written }) => {
      const asked = readSale(body, personId);
      const wanted = { ...asked, operatorId: asked.operatorId ?? holder?.operator?.id };
      const origin = { origin: originOf(holder), key: idempotencyKey };
      return inWireNames(SALE_NAMES, sell(rooms, wanted, origin, written));
    },
    finish: async ({ withWriteSlot, onAnswer }, { sale, answer }) => {
      if (answer) onAnswer(answer);
      return answerOf(rooms, await finished(rooms, sale, withWriteSlot));
    },
  });
}

function cancelOperation(rooms: SaleRooms): Operation {
  return operation({
    set: 'Venda',
    method: 'CancelarVenda',
    verbs: ['GET', 'POST'],
    summary: 'Cancela uma venda, ou desiste de uma que ainda aguarda pagamento',
    key: 'required',
    forPerson: true,
    wrapper: 'intencaoVenda',
    body: CancelBody,
    answer: Type.Object({ intencaoVenda: SaleRecord }),
    withData: true,
    audited: true,
    run: async ({ personId, body, holder, written }) => {
      const terminalId = existingId(body.terminalId);
      const request = {
        personId,
        saleId: body.intencaoVendaId,
        terminalId,
        autoStart: body.iniciarTransacaoAutomaticamente ?? body.aguardarTefIniciarTransacao ?? false,
        technicalPassword: body.senhaTecnica,
        onlyUnpaid: !mayRefund(holder),
        origin: originOf(holder),
      };
      return { sale: await inWireNames(SALE_NAMES, cancelAnySale(rooms, request, written)) };
    },
    finish: async ({ withWriteSlot }, { sale }) =>
      answerOf(rooms, await finished(rooms, sale, withWriteSlot)),
  });
}

/** Who changed a sale, in its history. */
function originOf(holder: KeyHolder | undefined): string {
  if (holder?.operator) return `operator ${holder.operator.id}`;
  return `key ${holder?.credentialId ?? 0}`;
}

/** The sale after its hosted page was opened, its money refunded, or its payment client notified. */
async function finished(rooms: SaleRooms, sale: Sale, withWriteSlot: WithWriteSlot): Promise<Sale> {
  if (!isCharged(sale)) return pushed(rooms, sale, withWriteSlot);
  return followOnCharge(rooms, sale, withWriteSlot);
}

/** The sale after its payment client was notified and, if it was pushed, has taken it or not. */
async function pushed(rooms: SaleRooms, sale: Sale, withWriteSlot: WithWriteSlot): Promise<Sale> {
  rooms.signals.wake(workOf(sale.terminalId));
  const end = rooms.signals.heldSales.start(sale.personId);
  if (!end) return sale;
  try {
    return await awaitTaken(rooms, sale, withWriteSlot);
  } finally {
    end();
  }
}

async function answerOf(rooms: SaleRooms, sale: Sale): Promise<object> {
  const [details] = await readDetails(rooms, [sale]);
  if (!details) throw new Error(`sale ${sale.id} is gone`);
  const seller = await actingPerson(rooms.accounts, sale.personId);
  const shown = { times: rooms.times, thumbnailUrl: rooms.photos.thumbnailUrl };
  return { intencaoVenda: writeSale(details, seller, shown) };
}
