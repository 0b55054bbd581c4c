import type { LocalTime } from '../../platform/index.ts';
import { operationRefuse } from './refusals.ts';

const ONE_DAY_MS = 24 * 60 * 60_000;
const SECOND_MS = 1_000;

/** Milliseconds since 1970: at or after, and before. */
export interface Period {
  readonly from: number | undefined;
  readonly until: number | undefined;
}

/**
 * Reads the period of a list: each end `dd/MM/yyyy` with or without `HH:mm:ss`, local; an end without a time is the whole
 * day. Refusal: value_invalid.
 */
export function readPeriod(
  sent: { readonly dataInicio?: string | undefined; readonly dataFim?: string | undefined },
  time: LocalTime,
): Period {
  const from = readLocalMoment('dataInicio', sent.dataInicio, time);
  const end = readLocalMoment('dataFim', sent.dataFim, time);
  const nextDay = end && time.startOfDay(time.day(end.at + ONE_DAY_MS * 1.5));
  return { from: from?.at, until: end && (end.wholeDay ? nextDay : end.at + SECOND_MS) };
}

interface LocalMoment {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** No time was sent. */
  readonly wholeDay: boolean;
}

const TIME = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** `dd/MM/yyyy HH:mm:ss`, local; seconds or the whole time may be missing. Refusal: value_invalid. */
function readLocalMoment(field: string, sent: string | undefined, time: LocalTime): LocalMoment | undefined {
  if (sent === undefined) return undefined;
  const [, day, month, year, hours, minutes = '0', seconds = '0'] = TIME.exec(sent.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const known = day !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  const fits = Number(hours ?? 0) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (!known || !fits) {
    const message = `O campo ${field} deve ser uma data como 31/01/2026 ou 31/01/2026 18:30:00.`;
    throw operationRefuse('value_invalid', { field, message });
  }
  const offset = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND_MS;
  return { at: time.startOfDay(date) + offset, wholeDay: hours === undefined };
}

/** The moment of a local `dd/MM/yyyy HH:mm`, with or without its time and seconds. Refusal: value_invalid. */
export function readMoment(field: string, sent: string, time: LocalTime): number {
  return readLocalMoment(field, sent, time)?.at ?? 0;
}
