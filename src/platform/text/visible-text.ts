/** What shows nothing: blanks, controls, fillers, and marks that only change how others are shown. */
const INVISIBLE = /[\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]/gu;

/** Whether anything of a text can be seen. */
export function isVisible(text: string): boolean {
  return text.replace(INVISIBLE, '') !== '';
}
