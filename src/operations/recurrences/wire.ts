import type { Static } from 'typebox';
import type { LocalTime } from '../../platform/time/clock.ts';
import { moneyFields, readMoney } from '../interface/amount.ts';
import type { MemberNames } from '../interface/member-names.ts';
import { readMoment } from '../interface/period.ts';
import { existingId } from '../interface/record-id.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import type { RecurrenceToCreate } from './create.ts';
import {
  countByStatus,
  ENTRY_STATUS,
  type EntryCounts,
  type EntryStatus,
  entryStatusName,
  type Recurrence,
  type RecurrenceEntry,
  recurrenceStatusName,
  recurrenceStatusOf,
  tryResultOf,
} from './recurrence.ts';
import type { ListedRecurrenceRecord, RecurrenceBody, RecurrenceRecord } from './schema.ts';

/** What the wire calls the members of RecurrenceToCreate. */
export const RECURRENCE_NAMES: MemberNames = { clientId: 'clienteId', startsAt: 'dataInicio' };

/** Refusals: parameter_missing, value_invalid. */
export function readRecurrence(body: RecurrenceBody, personId: number, time: LocalTime): RecurrenceToCreate {
  const clientId = existingId(body.clienteId);
  if (clientId === undefined) throw missingParameter('clienteId');
  const amount = readMoney('valor', body.valor) ?? 0;
  if (amount === 0) {
    throw operationRefuse('value_invalid', {
      field: 'valor',
      message: 'O campo valor deve ser maior que zero.',
    });
  }
  return {
    personId,
    clientId,
    reference: body.referencia?.trim() || undefined,
    description: body.descricao?.trim() || undefined,
    startsAt: time.iso(readMoment('dataInicio', body.dataInicio, time)),
    months: body.quantidade,
    amount,
  };
}

export function writeListedRecurrence(
  recurrence: Recurrence,
  counts: EntryCounts,
  time: LocalTime,
): Static<typeof ListedRecurrenceRecord> {
  const count = (status: EntryStatus) => counts.get(status) ?? 0;
  const { scheduled, approved, denied, canceled } = ENTRY_STATUS;
  const status = recurrenceStatusOf(recurrence, counts);
  return {
    id: recurrence.id,
    referencia: recurrence.reference ?? null,
    descricao: recurrence.description ?? null,
    data: time.brazilian(recurrence.createdAt),
    dataInicio: time.brazilian(time.fromIso(recurrence.startsAt)).slice(0, 16),
    quantidade: recurrence.months,
    ...moneyFields('valor', recurrence.amount),
    clienteId: recurrence.clientId,
    pagamentoRecorrenteStatus: { id: status, nome: recurrenceStatusName(status) },
    quantidadeAgendados: count(scheduled),
    quantidadeAprovados: count(approved),
    quantidadeNegados: count(denied),
    quantidadeCancelados: count(canceled),
  };
}

/** `formUrl`: of the form that waits for the client's card. */
export function writeRecurrence(
  recurrence: Recurrence,
  entries: readonly RecurrenceEntry[],
  { time, formUrl }: { readonly time: LocalTime; readonly formUrl: string | undefined },
): Static<typeof RecurrenceRecord> {
  return {
    ...writeListedRecurrence(recurrence, countByStatus(entries), time),
    urlCapturarDadosCartao: formUrl ?? null,
    parcelas: entries.map((entry) => writeEntry(entry, recurrence, time)),
  };
}

function writeEntry(entry: RecurrenceEntry, { amount }: Recurrence, time: LocalTime) {
  const minute = (at: number | undefined) => (at === undefined ? '' : time.brazilian(at).slice(0, 16));
  const result = tryResultOf(entry);
  return {
    id: entry.id,
    numero: entry.number,
    data: minute(entry.dueAt),
    ...moneyFields('valor', amount),
    status: entry.status,
    statusDescricao: entryStatusName(entry.status),
    tentativas: entry.tries,
    proximaTentativa: entry.underWay === 1 ? '' : minute(entry.nextTryAt),
    dataFim: minute(entry.endedAt),
    gate2allToken: entry.transactionId ?? null,
    nsu: result.nsu ?? '',
    autorizacao: result.authorization ?? '',
    adquirente: result.acquirer ?? '',
    bandeira: result.brand ?? '',
    codigoRespostaAdquirente: result.acquirerCode ?? '',
    mensagemRespostaAdquirente: result.message ?? '',
  };
}
