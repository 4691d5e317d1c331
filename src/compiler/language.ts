/** The languages of checked programs. */
export type Language = 'c' | 'c++';
