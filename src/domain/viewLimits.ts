// Of the views that people save of lists: characters of a name, pixels of a column's width, columns.
export const viewLimits = { name: 60, widthLeast: 40, widthMost: 1200, columns: 80 } as const;
