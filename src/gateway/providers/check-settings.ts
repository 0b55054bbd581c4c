import { changedIdentity, settingsProblem } from './account-settings.ts';
import type { AccountKind } from './connector-kind.ts';
import { acquirerRefuse } from './refusals.ts';
import { ACCOUNT_KINDS } from './registry.ts';

type Settings = Readonly<Record<string, string>>;

const PROVIDER_NAME = /^[A-Z0-9][A-Z0-9_.-]{0,39}$/;

/**
 * The connector for a provider; undefined for a provider that exists only in the sandbox, as a name of the simulator.
 */
export function connectorKindOf(provider: string): AccountKind | undefined {
  return ACCOUNT_KINDS.find((kind) => kind.provider === provider);
}

/** The name of an acquirer in capitals; undefined when the text cannot be one. */
export function readProvider(text: string): string | undefined {
  const provider = text.trim().toUpperCase();
  return PROVIDER_NAME.test(provider) ? provider : undefined;
}

/**
 * Throws `setting_invalid`, `account_identity` or `connector_missing` for settings with which an account cannot be
 * used. `before`: the settings so far, when they are being changed.
 */
export function checkSettings(
  provider: string,
  settings: Settings,
  production: boolean,
  before?: Settings,
): void {
  const kind = connectorKindOf(provider);
  if (!kind) {
    if (production) throw acquirerRefuse('connector_missing', { field: 'provider' });
    return;
  }
  const found = settingsProblem(kind, settings, production);
  if (found) {
    throw acquirerRefuse('setting_invalid', {
      field: `settings.${found.name}`,
      message: `O ajuste ${found.name} ${found.problem}.`,
    });
  }
  const identity = before && changedIdentity(kind, before, settings);
  if (identity !== undefined) throw acquirerRefuse('account_identity', { field: `settings.${identity}` });
}
