const MAX_PORT = 65_535;
const MAX_TIME_SCALE = 100_000;

/** Options that every host has, for `parseArgs`. */
export const COMMON_OPTIONS = {
  port: { type: 'string' },
  'time-scale': { type: 'string' },
  'end-with-parent': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export const COMMON_USAGE = {
  time: '--time-scale X       o tempo passa X vezes mais rápido (padrão: 1)',
  end: '--end-with-parent    termina quando quem o iniciou termina',
  help: '--help               esta ajuda',
} as const;

export interface CommonArguments {
  readonly port: number;
  readonly timeScale: number;
}

/** Their values, or what is wrong with them, in Portuguese. */
export function readCommon(values: {
  readonly port?: string | undefined;
  readonly 'time-scale'?: string | undefined;
}): CommonArguments | string {
  const port = Number(values.port ?? 0);
  if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
    return `--port deve ser um inteiro de 0 a ${MAX_PORT}`;
  }
  const timeScale = Number(values['time-scale'] ?? 1);
  if (!(timeScale > 0 && timeScale <= MAX_TIME_SCALE)) {
    return `--time-scale deve ser um número acima de 0, até ${MAX_TIME_SCALE}`;
  }
  return { port, timeScale };
}
