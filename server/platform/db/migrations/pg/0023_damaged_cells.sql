CREATE TABLE "damaged_cell" (
	"cid" text NOT NULL,
	"table_name" text NOT NULL,
	"row" text NOT NULL,
	"column_name" text NOT NULL,
	"found_at" bigint NOT NULL,
	CONSTRAINT "damaged_cell_cid_table_name_row_column_name_pk" PRIMARY KEY("cid","table_name","row","column_name")
);
