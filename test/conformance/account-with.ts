import type { AccountSettings } from '../../src/gateway/providers/provider.ts';
import { Secret } from '../../src/platform/secret.ts';

export function accountWith(accountId: string, settings: Readonly<Record<string, string>>): AccountSettings {
  return {
    accountId,
    settings: Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, new Secret(value)])),
  };
}
