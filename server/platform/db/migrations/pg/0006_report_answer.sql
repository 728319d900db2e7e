CREATE TABLE "report_answer" (
	"cid" text NOT NULL,
	"key" text NOT NULL,
	"version" text NOT NULL,
	"answer" jsonb NOT NULL,
	"saved_at" bigint NOT NULL,
	CONSTRAINT "report_answer_cid_key_pk" PRIMARY KEY("cid","key")
);
