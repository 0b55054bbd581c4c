import Type from 'typebox';

/** A text that an answer may leave out. */
export function optionalText(description?: string) {
  return Type.Optional(Type.String(description === undefined ? {} : { description }));
}

/** A whole number that an answer may leave out. */
export function optionalInteger(description?: string) {
  return Type.Optional(Type.Integer(description === undefined ? {} : { description }));
}
