import type { Config } from './config-settings.ts';

const LOOPBACK_NAME = /(?:^|\.)localhost$/;
const LOOPBACK_ADDRESS = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/;

/** The settings by which others may reach a sandbox, whose keys and passwords everybody knows; none in production. */
export function exposedBy({
  mode,
  host,
  publicUrl,
}: Pick<Config, 'mode' | 'host' | 'publicUrl'>): readonly string[] {
  if (mode === 'production') return [];
  return [
    ...(isThisMachine(host) ? [] : [`GUICHE_HOST=${host}`]),
    ...(publicUrl === undefined || isThisMachine(new URL(publicUrl).hostname)
      ? []
      : [`GUICHE_PUBLIC_URL=${publicUrl}`]),
  ];
}

/** By its name or address alone: nothing is resolved. */
function isThisMachine(host: string): boolean {
  const plain = host.toLowerCase().replace(/^\[|\]$/g, '');
  return LOOPBACK_NAME.test(plain) || LOOPBACK_ADDRESS.test(plain);
}
