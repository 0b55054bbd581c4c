import type { CardField } from '../guiche-error.ts';

/**
 * The messages between page and frame (postMessage). Each side accepts messages only from the other's window and
 * origin. No message to the page contains anything that was typed.
 */

/** The style of the fields: colours, lengths in px, rem or em, and font names; anything else is refused. */
export interface FieldsStyle {
  readonly color?: string;
  readonly background?: string;
  /** Colour behind the fields: the background of the shop's page, for browsers where the frame is not transparent. */
  readonly pageBackground?: string;
  readonly borderColor?: string;
  readonly borderRadius?: string;
  readonly borderWidth?: string;
  readonly focusColor?: string;
  readonly errorColor?: string;
  readonly labelColor?: string;
  readonly placeholderColor?: string;
  readonly fontFamily?: string;
  /** Below 16px, iPhones zoom in when a field gets the focus. */
  readonly fontSize?: string;
  readonly gap?: string;
  readonly padding?: string;
  readonly colorScheme?: 'light' | 'dark';
}

/** The serialized form of a `GuicheError`. */
export interface ToldError {
  readonly code: string;
  readonly message: string;
  readonly field?: CardField | undefined;
}

/** Events of mounted fields. */
export interface FieldsEvents {
  /** The fields are ready for typing. */
  readonly ready: undefined;
  /** After each change; `complete` if the card is valid. */
  readonly change: { readonly complete: boolean; readonly empty: boolean };
  /** `VISA`, `MASTERCARD`, …; undefined when it is no longer known. */
  readonly brand: { readonly brand: string | undefined };
  /** A message shown beside a field, a refused style, or a failure to load the fields. */
  readonly error: ToldError;
  /** Enter was pressed in a field. */
  readonly submit: undefined;
}

/** `hash` comes with a port for the answer. */
export type ToFrame =
  | { readonly guiche: 'set'; readonly style: FieldsStyle }
  | { readonly guiche: 'hash' | 'focus' | 'clear' };

/** An event, or the height of the fields in pixels. */
export interface ToPage {
  readonly guiche: keyof FieldsEvents | 'height';
  readonly detail: unknown;
}

export type HashAnswer =
  | { readonly cardHash: string; readonly error?: undefined }
  | { readonly cardHash?: undefined; readonly error: ToldError };
