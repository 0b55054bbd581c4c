/** Month and year in every form that people type and browsers fill in. */
export const readExpiry = (typed) => {
  const text = typed.trim();
  const [, lastYear, itsMonth] = /^(20\d\d)\D{0,3}(0?[1-9]|1[0-2])$/.exec(text) ?? [];
  const [, month = itsMonth, year = lastYear] =
    /^(0?[1-9]|1[0-2])\D{1,3}((?:20)?\d\d)$/.exec(text) ??
    /^(0[1-9]|1[0-2])((?:20)?\d\d)$/.exec(text) ??
    (lastYear ? [] : (/^([1-9])((?:20)?\d\d)$/.exec(text) ?? []));
  return month && { month: month.padStart(2, '0'), year };
};

/** With two digits for the month and the slash after it, as soon as it is clear which digits are the month. */
export const writtenExpiry = (typed) => {
  const text = typed.trim();
  const digits = text.replace(/\D/g, '');
  // Not after the 1 of 10, 11 and 12.
  const [, lastYear, itsMonth] = /^(20\d\d)\D{0,3}(0[1-9]|1[0-2]|[2-9])$/.exec(text) ?? [];
  if (lastYear) return `${itsMonth.padStart(2, '0')}/${lastYear.slice(2)}`;
  if (/^20\d/.test(text)) return text.slice(0, 7);
  const [, month, rest] =
    /^([1-9]|0[1-9]|1[0-2])\D+(\d{0,4})/.exec(text) ??
    /^([1-9])(20\d\d)$/.exec(text) ??
    /^(0[1-9]|1[0-2])(.{1,4})/.exec(digits) ??
    // Years begin with 2 or more.
    /^([2-9](?=[2-9])|1(?=[3-9]))(.{1,4})/.exec(digits) ??
    [];
  return month ? `${month.padStart(2, '0')}/${rest}` : digits.slice(0, 6);
};

/** The buyer's clock may be wrong by a day. */
export const isOver = ({ month, year }, now) =>
  new Date(2000 + Number(year.slice(-2)), Number(month), 2).getTime() < now;
