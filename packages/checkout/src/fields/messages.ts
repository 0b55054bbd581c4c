import type { CardField } from '../guiche-error.ts';

/**
 * What page and frame tell each other by postMessage. Each side takes messages only from the other's window and
 * origin. No message to the page holds anything that was typed.
 */

/** How the fields look. Colours, lengths in px, rem or em, and names of fonts; anything else is refused. */
export interface FieldsStyle {
  readonly color?: string;
  readonly background?: string;
  /** Behind the fields: that of the shop's page, where the frame does not show it through. */
  readonly pageBackground?: string;
  readonly borderColor?: string;
  readonly borderRadius?: string;
  readonly borderWidth?: string;
  readonly focusColor?: string;
  readonly errorColor?: string;
  readonly labelColor?: string;
  readonly placeholderColor?: string;
  readonly fontFamily?: string;
  /** Below 16px, iPhones zoom in when a field is touched. */
  readonly fontSize?: string;
  readonly gap?: string;
  readonly padding?: string;
  readonly colorScheme?: 'light' | 'dark';
}

/** What a `GuicheError` is made of. */
export interface ToldError {
  readonly code: string;
  readonly message: string;
  readonly field?: CardField | undefined;
}

/** Events of mounted fields. */
export interface FieldsEvents {
  /** The fields can be typed into. */
  readonly ready: undefined;
  /** After each change of what is typed; `complete` when nothing is wrong with it. */
  readonly change: { readonly complete: boolean; readonly empty: boolean };
  /** `VISA`, `MASTERCARD`, …; undefined when it is not known any more. */
  readonly brand: { readonly brand: string | undefined };
  /** What the buyer is told beside a field, a style that was refused, or that the fields could not be loaded. */
  readonly error: ToldError;
  /** Enter was pressed in a field. */
  readonly submit: undefined;
}

/** `hash` brings a port for the answer. */
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
