import Type, { type TSchemaOptions } from 'typebox';
import { UNSEARCHED } from '../../platform/http/index.ts';

/** Longest text of a record, and longest description (docs/contract/decided.md 4). */
const MAX_LINE = 255;
const MAX_PARAGRAPHS = 2_000;
/** No line breaks of any kind, and no characters that change the text direction. */
const ONE_LINE = '^[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]*$';

/** A text of one line. */
export const LineField = (maxLength = MAX_LINE) => Type.String({ maxLength, pattern: ONE_LINE });

/** The technical password, of one line. */
export const TechnicalPasswordField = () =>
  Type.String({ maxLength: 20, pattern: ONE_LINE, [UNSEARCHED]: 'password' });

/** A text that is not searched for card numbers, and why (`UNSEARCHED`). */
export const UnsearchedField = (why: string, options: TSchemaOptions & { readonly maxLength: number }) =>
  Type.String({ ...options, [UNSEARCHED]: why });

/** A text that a form may leave empty: absent clears what is stored. */
export const OptionalLine = (maxLength = MAX_LINE) => Type.Optional(LineField(maxLength));

export const OptionalParagraphs = () => Type.Optional(Type.String({ maxLength: MAX_PARAGRAPHS }));

export const OrNull = <Schema extends Type.TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

const ADDRESS = {
  streetType: OptionalLine(),
  street: OptionalLine(),
  number: OptionalLine(),
  complement: OptionalLine(),
  postalCode: OptionalLine(),
  district: OptionalLine(),
  city: OptionalLine(),
  state: OptionalLine(),
};

/** A postal address; absent fields are empty. */
export const AddressFields = Type.Object(ADDRESS);
