import { type Edited, edited, editedText } from '../interface/texts.ts';

export const INSTALLMENT_KINDS = ['loja', 'admin'] as const;
export type InstallmentKind = (typeof INSTALLMENT_KINDS)[number];

export const SWITCHES = [
  'asksReference',
  'asksClient',
  'asksOperator',
  'allowsInstallments',
  'allowsDiscount',
  'allowsSurcharge',
  'waitsForTef',
  'pointOfSale',
  'sellsByValue',
  'sellsByProduct',
  'orders',
  'printsAutomatically',
  'printsProducts',
  'printsMerchantReceipt',
  'printsBuyerReceipt',
] as const;
export type Switch = (typeof SWITCHES)[number];

/** How the payment client of a terminal behaves. */
export type Settings = { readonly [Name in Switch]: boolean } & {
  /** Identifies the terminal to the payment client; empty: none. */
  readonly tefIdentifier: string;
  /** Minutes, by the convention of payment clients; empty: not tracked. */
  readonly trackingInterval: string;
  readonly installmentKind: InstallmentKind;
};

type SettingText = Exclude<keyof Settings, Switch>;

/** What the software of a physical terminal is told, kept as sent. */
export interface PhysicalSettings {
  readonly capturePoint: string;
  readonly environment: string;
  readonly note: string;
  readonly usesPinPad: boolean;
  /** Of the software's update; undefined: none. */
  readonly updateId: number | undefined;
  readonly updateRequired: boolean;
  /** By the numbers of the interface: 5 active. */
  readonly status: number;
}

/** Settings in a request; undefined: not sent. */
export type SettingChanges = { readonly [Name in Switch]: boolean | undefined } & {
  readonly [Name in SettingText]: Edited<Settings[Name]>;
};

export interface PhysicalTerminal {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  /** Empty until a payment client is installed. */
  readonly installationId: string;
  readonly settings: PhysicalSettings;
}

export const DEFAULT_PHYSICAL_SETTINGS: PhysicalSettings = {
  capturePoint: '',
  environment: '',
  note: '',
  usesPinPad: true,
  updateId: undefined,
  updateRequired: false,
  status: 5,
};

export interface Terminal {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
  readonly physicalTerminalId: number;
  readonly printerId: number | undefined;
  readonly settings: Settings;
  /** Undefined: unknown. */
  readonly lastChange: TerminalChange | undefined;
  /** The shop no longer uses it: the panel sells nothing at it, and lists it apart. */
  readonly archived: boolean;
}

/** Who changed a terminal last, and when, in milliseconds since 1970. */
export interface TerminalChange {
  readonly personId: number;
  readonly at: number;
}

export interface TerminalChanges {
  readonly name: string;
  readonly printerId: Edited<number>;
  readonly settings: SettingChanges;
}

/** All false except sales by value; installments of the store; empty texts (docs/contract/decided.md 4). */
export const DEFAULT_SETTINGS: Settings = {
  asksReference: false,
  asksClient: false,
  asksOperator: false,
  allowsInstallments: false,
  allowsDiscount: false,
  allowsSurcharge: false,
  waitsForTef: false,
  pointOfSale: false,
  sellsByValue: true,
  sellsByProduct: false,
  orders: false,
  printsAutomatically: false,
  printsProducts: false,
  printsMerchantReceipt: false,
  printsBuyerReceipt: false,
  tefIdentifier: '',
  trackingInterval: '',
  installmentKind: 'loja',
};

export function changedTerminal(
  terminal: Terminal,
  changes: TerminalChanges,
  physicalTerminalId: number,
): Terminal {
  return {
    ...terminal,
    name: changes.name,
    physicalTerminalId,
    printerId: edited(changes.printerId, terminal.printerId),
    settings: changedSettings(terminal.settings, changes.settings),
  };
}

function changedSettings(current: Settings, changes: SettingChanges): Settings {
  const switches = SWITCHES.map((name) => [name, changes[name] ?? current[name]] as const);
  return {
    ...current,
    ...(Object.fromEntries(switches) as Pick<Settings, Switch>),
    tefIdentifier: editedText(changes.tefIdentifier, current.tefIdentifier) ?? '',
    trackingInterval: editedText(changes.trackingInterval, current.trackingInterval) ?? '',
    installmentKind:
      edited(changes.installmentKind, current.installmentKind) ?? DEFAULT_SETTINGS.installmentKind,
  };
}
