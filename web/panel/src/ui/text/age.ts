const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** `há 3 dias`, `há 2 horas`, `agora mesmo` */
export function age(iso: string, now = Date.now()): string {
  const ms = Math.max(0, now - Date.parse(iso));
  if (ms < MINUTE_MS) return 'agora mesmo';
  if (ms < HOUR_MS) return `há ${counted(Math.floor(ms / MINUTE_MS), 'minuto')}`;
  if (ms < DAY_MS) return `há ${counted(Math.floor(ms / HOUR_MS), 'hora')}`;
  return `há ${counted(Math.floor(ms / DAY_MS), 'dia')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
