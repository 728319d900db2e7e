CREATE TABLE "pvs_refused" (
	"cid" text NOT NULL,
	"batch" integer NOT NULL,
	"n" integer NOT NULL,
	"file" text NOT NULL,
	"line" integer NOT NULL,
	"field" text NOT NULL,
	"why" text NOT NULL,
	"cells" jsonb NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "pvs_refused_cid_batch_n_pk" PRIMARY KEY("cid","batch","n")
);
--> statement-breakpoint
CREATE INDEX "pvs_refused_at" ON "pvs_refused" USING btree ("cid","at");